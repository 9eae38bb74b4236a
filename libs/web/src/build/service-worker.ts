import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The built files, and the path of the page; the build fills in all of these. */
declare const KEPT_FILES: PrecacheEntry[];
declare const ON_DEMAND: string[];
declare const PAGE: string;
declare const TAKES_OVER_AT_ONCE: boolean;
declare const self: {
  skipWaiting: () => Promise<void>;
  addEventListener: (type: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

if (TAKES_OVER_AT_ONCE) void self.skipWaiting();
else
  self.addEventListener('message', ({ data }) => {
    if (data === 'take-over') void self.skipWaiting();
  });
clientsClaim();
precacheAndRoute(KEPT_FILES);
cleanupOutdatedCaches();
// Files with a hash of their content in their names: what was kept once stays right.
registerRoute(
  ({ url }) => ON_DEMAND.includes(url.pathname),
  async ({ request }) => {
    const cache = await caches.open('on-demand');
    const kept = await cache.match(request);
    if (kept) return kept;
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  },
);
registerRoute(new NavigationRoute(createHandlerBoundToURL(PAGE)));
