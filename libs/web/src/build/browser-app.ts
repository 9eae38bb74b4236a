import { lingui } from '@lingui/vite-plugin';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';

const besideThis = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** An app of the browser, in a folder with `src/index.html`, `src/public/` and `lingui.config.ts`. */
export interface BrowserApp {
  readonly folder: string;
  /** The path at which the API serves it, with a slash at each end. */
  readonly base: string;
  /** Files to serve under their own names too, for pages that the API writes and for the manifest. */
  readonly pictures: readonly string[];
  /** Whether a new version takes over at once, or when its page says so. */
  readonly takesOverAtOnce: boolean;
  /** The names of files that the service worker keeps only once they were needed. */
  readonly onDemand: RegExp;
  /** Chunks that are loaded as one file: a browser loads six at a time from a host. */
  readonly groups: readonly { readonly name: string; readonly test: (id: string) => boolean }[];
}

/** How Vite builds such an app: no inlined file, every text translated, and a service worker that keeps the files. */
export function browserApp(app: BrowserApp): UserConfig {
  return {
    root: join(app.folder, 'src'),
    base: app.base,
    resolve: {
      // The libraries as they stand in the workspace: no build of them has to come first.
      conditions: ['@furrow/source', 'module', 'browser', 'default'],
      // pnpm may give a library and its app two copies, which would not share the language.
      dedupe: ['@lingui/core'],
    },
    build: {
      emptyOutDir: true,
      target: 'es2022',
      // What is inlined would need a wider Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 400,
      rolldownOptions: { output: { codeSplitting: { groups: [...app.groups] } } },
    },
    plugins: [
      lingui({ cwd: app.folder, failOnMissing: true, failOnCompileError: true, macroTransform: true }),
      namedPictures(app),
      themeBeforePaint(app),
      scriptsAfterStyles,
      serviceWorker(app),
    ],
    server: { proxy: { '/api': 'http://127.0.0.1:3000', '/media': 'http://127.0.0.1:3000' } },
  };
}

const namedPictures = ({ pictures }: BrowserApp): Plugin => ({
  name: 'named-pictures',
  generateBundle() {
    for (const path of pictures)
      this.emitFile({ type: 'asset', fileName: basename(path), source: readFileSync(path) });
  },
});

/** A script of its own, which the first paint waits for; in development `main.tsx` applies the theme. */
const themeBeforePaint = ({ base }: BrowserApp): Plugin => ({
  name: 'theme-before-paint',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'theme.js', source: readFileSync(besideThis('theme.js')) });
  },
  transformIndexHtml: () => [{ tag: 'script', attrs: { src: `${base}theme.js` }, injectTo: 'head-prepend' }],
});

/** Lets the stylesheet come before the scripts, because index.html has what is painted first. */
const scriptsAfterStyles: Plugin = {
  name: 'scripts-after-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
  },
};

/** Builds the service worker with the list of files that it keeps. */
const serviceWorker = (app: BrowserApp): Plugin => ({
  name: 'service-worker',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const built = Object.values(bundle).map((file): [string, string | Uint8Array] => [
        file.fileName,
        file.type === 'chunk' ? file.code : file.source,
      ]);
      const folder = join(app.folder, 'src/public');
      const copied = readdirSync(folder).map((name): [string, string | Uint8Array] => [
        name,
        readFileSync(join(folder, name)),
      ]);
      const files = [...built, ...copied].map(([url, content]) => ({
        url,
        // A file under assets/ has a hash of its content in its name.
        revision: url.startsWith('assets/') ? null : createHash('sha256').update(content).digest('hex'),
      }));
      const source = await workerThatKeeps(app, files);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  },
});

async function workerThatKeeps(
  { base, takesOverAtOnce, onDemand }: BrowserApp,
  files: { url: string; revision: string | null }[],
): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: {
      KEPT_FILES: JSON.stringify(files.filter(({ url }) => !onDemand.test(url))),
      ON_DEMAND: JSON.stringify(files.flatMap(({ url }) => (onDemand.test(url) ? [base + url] : []))),
      PAGE: JSON.stringify(`${base}index.html`),
      TAKES_OVER_AT_ONCE: JSON.stringify(takesOverAtOnce),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: besideThis('service-worker.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}
