import { lingui } from '@lingui/vite-plugin';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const BASE = '/console/';

/** Lets the stylesheet come before the scripts, because index.html has what is painted first. */
const scriptsAfterStyles: Plugin = {
  name: 'scripts-after-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
  },
};

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
  },
  plugins: [
    lingui({
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      failOnMissing: true,
      failOnCompileError: true,
      macroTransform: true,
    }),
    scriptsAfterStyles,
    VitePWA({
      // main.tsx registers it: an inline script is against the Content-Security-Policy.
      injectRegister: null,
      registerType: 'autoUpdate',
      workbox: {
        // Answers are kept by what asks for them (api/last-answers.ts), which knows how old they are.
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
        background_color: '#f7f6f1',
        theme_color: '#1f5c38',
        icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
      },
    }),
  ],
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/media': 'http://127.0.0.1:3000' } },
});
