import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The built files, and the path of the page; the build fills both in. */
declare const KEPT_FILES: PrecacheEntry[];
declare const PAGE: string;
declare const self: { skipWaiting: () => Promise<void> };

// A new version takes over at once.
void self.skipWaiting();
clientsClaim();
precacheAndRoute(KEPT_FILES);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL(PAGE)));
