import { lingui } from '@lingui/vite-plugin';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const BASE = '/console/';

/**
 * Pictures under names without a hash too: the icon for the manifest, and both for the pages that the API writes
 * (apps/api/src/root). The console's own pages load them under names with a hash, once and for all.
 */
const namedPictures: Plugin = {
  name: 'named-pictures',
  generateBundle() {
    for (const fileName of ['icon.svg', 'landing.svg']) {
      const source = readFileSync(new URL(`src/app/${fileName}`, import.meta.url));
      this.emitFile({ type: 'asset', fileName, source });
    }
  },
};

/** Lets the stylesheet come before the scripts, because index.html has what is painted first. */
const scriptsAfterStyles: Plugin = {
  name: 'scripts-after-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
  },
};

const EVERY_SCREEN =
  /\/src\/(?:app|api|time)\/|\/src\/parts\/(?:acts\/|fields\/choose|answered|elements\/|exports|figure|now|on-paper|printing|project-)/;
/** The outbox is large, and only some screens need it. */
const isOfEveryScreen = (id: string) => EVERY_SCREEN.test(id) && !/\/(?:outbox|acts)\.ts/.test(id);

export default defineConfig({
  root: fileURLToPath(new URL('src', import.meta.url)),
  base: BASE,
  // The client as it stands in the workspace: no build of it has to come first.
  resolve: { conditions: ['@furrow/source', 'module', 'browser', 'default'] },
  build: {
    emptyOutDir: true,
    target: 'es2022',
    // What is inlined would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // What every screen needs, in one file: a browser loads six at a time from a host.
        codeSplitting: { groups: [{ name: 'every-screen', test: isOfEveryScreen }] },
      },
    },
  },
  plugins: [
    lingui({
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      failOnMissing: true,
      failOnCompileError: true,
      macroTransform: true,
    }),
    namedPictures,
    scriptsAfterStyles,
    VitePWA({
      // main.tsx registers it: an inline script is against the Content-Security-Policy.
      injectRegister: null,
      registerType: 'autoUpdate',
      workbox: {
        // Answers are kept by what asks for them (api/kept/), which knows how old they are.
        globPatterns: ['**/*.{js,css,html,svg}'],
        navigateFallback: `${BASE}index.html`,
        cleanupOutdatedCaches: true,
        inlineWorkboxRuntime: true,
      },
      manifest: {
        name: 'Furrow',
        short_name: 'Furrow',
        start_url: `${BASE}today`,
        scope: BASE,
        display: 'standalone',
        background_color: '#f6f5ef',
        theme_color: '#1f5c38',
        icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
      },
    }),
  ],
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/media': 'http://127.0.0.1:3000' } },
});
