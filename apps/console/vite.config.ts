import { lingui } from '@lingui/vite-plugin';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';

const BASE = '/console/';
const inSource = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const PUBLIC = inSource('public');

/**
 * Pictures under names without a hash too: the icon for the manifest, and both for the pages that the API writes
 * (apps/api/src/root). The console's own pages load them under names with a hash, once and for all.
 */
const namedPictures: Plugin = {
  name: 'named-pictures',
  generateBundle() {
    for (const fileName of ['icon.svg', 'landing.svg']) {
      const source = readFileSync(inSource(`app/${fileName}`));
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

/** Builds the service worker with the list of files that it keeps. Answers are kept by what asks for them (api/kept/). */
const serviceWorker: Plugin = {
  name: 'service-worker',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const built = Object.values(bundle).map((file): [string, string | Uint8Array] => [
        file.fileName,
        file.type === 'chunk' ? file.code : file.source,
      ]);
      const copied = readdirSync(PUBLIC).map((name): [string, string | Uint8Array] => [
        name,
        readFileSync(`${PUBLIC}/${name}`),
      ]);
      const files = [...built, ...copied].map(([url, content]) => ({
        url,
        // A file under assets/ has a hash of its content in its name.
        revision: url.startsWith('assets/') ? null : createHash('sha256').update(content).digest('hex'),
      }));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await workerThatKeeps(files) });
    },
  },
};

async function workerThatKeeps(files: { url: string; revision: string | null }[]): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: {
      KEPT_FILES: JSON.stringify(files),
      PAGE: JSON.stringify(`${BASE}index.html`),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: inSource('service-worker.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

const EVERY_SCREEN =
  /\/src\/(?:app|api|time)\/|\/src\/parts\/(?:acts\/|fields\/choose|answered|elements\/|exports|figure|now|on-paper|printing|project-)/;
/** The outbox is large, and only some screens need it. */
const isOfEveryScreen = (id: string) => EVERY_SCREEN.test(id) && !/\/(?:outbox|acts)\.ts/.test(id);

export default defineConfig({
  root: inSource(''),
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
    serviceWorker,
  ],
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/media': 'http://127.0.0.1:3000' } },
});
