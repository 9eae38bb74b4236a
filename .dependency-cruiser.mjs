// Which way imports run: between packages by their Nx tags, inside a package by its folders.
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CONTEXTS as contexts, GROUND } from './tools/dev/contexts.mjs';

const CONTEXTS = `(?:${Object.keys(contexts).join('|')})`;
const TEST = '(?:/src/testing/|/test/|\\.(?:int-|e2e-)?spec\\.(?:ts|mjs)$)';
/** Entries for tests of libraries that the tests of a browser app may use as well. */
const TESTING = '^libs/[^/]+/src/testing/(?:stations/)?index\\.ts$';
/** What only computes: a few libraries, their types, and hashing. */
const PURE =
  'node_modules/(?:\\.pnpm/)?(?:(?:luxon|big\\.js|uuid|lru-cache|@turf\\+boolean-point-in-polygon|ipaddr\\.js)@|@types\\+(?:luxon|big\\.js)@)|^(?:node:)?crypto$';
const KERNEL = '^libs/kernel/src/(?:declarations|errors|index|schema|transactions)\\.ts$';

const GROUND_NAMES = Object.keys(GROUND);
const GROUND_FOLDERS = `libs/(?:${GROUND_NAMES.filter((name) => name !== 'kernel').join('|')})`;
const ALL = Object.keys(contexts);

/** Helpers of tests over a real database. */
const ON_DATABASE =
  '^libs/[^/]+/src/testing/(?:disk/|stations/ingesting-process\\.ts$|(?:[^/]*(?:database|postgres)[^/]*|stored-farm|working-webhooks|(?:alert-queue|delivery-queue|event-log|media-register)\\.contract)\\.ts$)';
/** End-to-end specs that need a part of a service in their own process. */
const IN_THEIR_OWN_PROCESS = [
  // They compare it with its documentation, or with what a service answers.
  '^apps/(?:api/test/http|iot-gateway/test)/routes\\.e2e-spec\\.ts$',
  '^tools/furrow/test/farm-file-page\\.e2e-spec\\.ts$',
  '^apps/api/test/http/exports(?:-read-back)?\\.e2e-spec\\.ts$',
  // They make what no program does: a migration of the next version, a leader that stays, a sweep at another hour.
  '^apps/api/test/operation/(?:citus|read-replica)\\.e2e-spec\\.ts$',
  '^apps/api/test/harness/media-sweep\\.ts$',
];

/** @type {Readonly<Record<string, readonly string[]>>} Which packages those with a tag `scope:…` may use. */
const MAY_USE = {
  ...GROUND,
  testbed: ['kernel'],
  ...Object.fromEntries(Object.entries(contexts).map(([name, below]) => [name, [...below, ...GROUND_NAMES]])),
  schema: [...ALL, ...GROUND_NAMES],
  'farm-file': [...ALL, ...GROUND_NAMES],
  http: ['access', ...GROUND_NAMES],
  client: [],
  web: ['client'],
  console: ['client', 'forms', 'web'],
  field: ['client', 'forms', 'production', 'safety', 'web'],
  program: [],
  // The client is for the tests: client-is-for-others keeps it out of the service.
  api: ['farm-file', 'http', 'schema', 'client', ...ALL, ...GROUND_NAMES],
  'iot-gateway': ['http', 'schema', ...ALL, ...GROUND_NAMES],
  cli: ['farm-file', 'schema', ...ALL, ...GROUND_NAMES],
  simulate: ['program', 'schema', ...ALL, ...GROUND_NAMES],
  demo: ['program', 'schema', ...ALL, ...GROUND_NAMES],
  chaos: ['notifications', 'program', 'access', ...GROUND_NAMES],
  docker: ['access', ...GROUND_NAMES],
  security: ['program', 'telemetry', 'notifications', ...GROUND_NAMES],
  bench: ['program', 'schema', ...ALL, ...GROUND_NAMES],
};

const BROWSERS = ['console', 'field'];

/** One rule for each package, by the tag in its package.json. */
function packagesByTheirTags() {
  const folders = new Map(
    globSync(['{apps,libs,tools}/*/package.json', 'docker/package.json']).map((file) => {
      const { nx } = JSON.parse(readFileSync(file, 'utf8'));
      const tag = nx?.tags?.find((/** @type {string} */ tag) => tag.startsWith('scope:'));
      const scope = tag?.slice('scope:'.length);
      if (MAY_USE[scope] === undefined) throw new Error(`${file} needs a tag "scope:…" that MAY_USE lists.`);
      return [scope, dirname(file)];
    }),
  );
  return [...folders].map(([scope, folder]) => ({
    name: `packages-of-${scope}`,
    comment:
      'MAY_USE in .dependency-cruiser.mjs says which packages a package may use; tests of all use the testbed.',
    severity: /** @type {const} */ ('error'),
    from: { path: `^${folder}/` },
    to: {
      path: '^(?:apps|libs|tools|docker)/',
      pathNot: [
        ...[scope, 'testbed', ...MAY_USE[scope]].map((used) => `^${folders.get(used)}/`),
        ...(BROWSERS.includes(scope) ? [TESTING] : []),
      ],
    },
  }));
}

/**
 * The API's folders from top to bottom. All others are areas, which stand side by side between `document` and `http`:
 * none imports another.
 */
const API_FOLDERS = ['http', 'auth', 'openapi', 'errors'];

/** Imports inside the API run down only. */
function foldersOfTheApi() {
  const folder = (/** @type {readonly string[]} */ names) => `^apps/api/src/(?:${names.join('|')})/`;
  const rule = (/** @type {string} */ name, /** @type {string} */ from, /** @type {string[]} */ may) => ({
    ...{ name: `api-${name}`, severity: /** @type {const} */ ('error') },
    comment: 'API_FOLDERS in .dependency-cruiser.mjs says which folders of the API stand on which.',
    from: { path: from },
    to: { path: '^apps/api/src/', pathNot: may },
  });
  return [
    rule('document', folder(['document']), ['^apps/api/src/[^/]+/']),
    // A screen of the console shows what several areas answer.
    rule('screens', folder(['console']), ['^apps/api/src/[^/]+/']),
    rule('areas', `^apps/api/src/(?!(?:document|console|${API_FOLDERS.join('|')})/)([^/]+)/`, [
      ...['^apps/api/src/$1/', folder(API_FOLDERS)],
    ]),
    ...API_FOLDERS.map((name, index) => rule(name, folder([name]), [folder(API_FOLDERS.slice(index))])),
  ];
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...packagesByTheirTags(),
    ...foldersOfTheApi(),
    {
      name: 'no-circles',
      comment: 'What goes round in a circle cannot be read, tested or replaced alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      // Vite resolves the address of a file.
      to: { couldNotResolve: true, pathNot: '\\?url$' },
    },
    {
      name: 'kernel-is-pure',
      comment: 'A domain imports only the kernel: it does no I/O and uses no framework.',
      severity: 'error',
      from: { path: '^libs/kernel/src/', pathNot: TEST },
      to: { pathNot: ['^libs/kernel/src/', PURE] },
    },
    {
      name: 'domain-is-pure',
      comment: 'The domain knows itself, the kernel and libraries that only compute.',
      severity: 'error',
      from: { path: `^libs/(${CONTEXTS})/src/domain/`, pathNot: TEST },
      to: { pathNot: ['^libs/$1/src/domain/', KERNEL, PURE] },
    },
    {
      name: 'application-knows-no-adapter',
      comment:
        'Use cases know the domain, the kernel, concurrency and their own ports; of the ground floor the types alone.',
      severity: 'error',
      from: { path: `^libs/(${CONTEXTS})/src/application/`, pathNot: TEST },
      to: {
        pathNot: ['^libs/$1/src/(?:domain|application)/', KERNEL, `^${GROUND_FOLDERS}/src/index\\.ts$`, PURE],
      },
    },
    {
      name: 'application-takes-types-of-the-ground',
      severity: 'error',
      from: { path: `^libs/${CONTEXTS}/src/application/`, pathNot: TEST },
      to: { path: `^${GROUND_FOLDERS}/`, pathNot: '^libs/concurrency/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'adapters-know-no-wiring',
      comment: 'An adapter serves the application of its context; the module wires it.',
      severity: 'error',
      from: { path: `^libs/(${CONTEXTS})/src/adapters/`, pathNot: TEST },
      to: { path: ['^libs/$1/src/[^/]+\\.module\\.ts$', '^libs/$1/src/index\\.ts$'] },
    },
    {
      name: 'contexts-meet-in-adapters',
      comment:
        'Another context is used from adapters/<that context>/, behind a port, and where modules are wired.',
      severity: 'error',
      from: {
        path: `^libs/(${CONTEXTS})/src/`,
        pathNot: [TEST, `^libs/${CONTEXTS}/src/adapters/${CONTEXTS}/`, '\\.module\\.ts$'],
      },
      to: { path: `^libs/${CONTEXTS}/`, pathNot: '^libs/$1/' },
    },
    {
      name: 'one-adapter-one-context',
      comment: 'adapters/agronomy/ is about agronomy and nothing else.',
      severity: 'error',
      from: { path: `^libs/(${CONTEXTS})/src/adapters/(${CONTEXTS})/`, pathNot: TEST },
      to: { path: `^libs/${CONTEXTS}/`, pathNot: ['^libs/$1/', '^libs/$2/'] },
    },
    {
      name: 'contexts-by-their-root-entry',
      comment: 'What a context lets others use is in its index.ts; what their wiring imports, in its module.',
      severity: 'error',
      from: { path: `^libs/(${CONTEXTS})/src/`, pathNot: TEST },
      to: { path: `^libs/${CONTEXTS}/src/`, pathNot: ['^libs/$1/', '/src/(?:index|[^/]+\\.module)\\.ts$'] },
    },
    {
      name: 'entries-know-no-framework',
      comment:
        'The command line is done before Nest would be loaded: a root entry leaves the wiring to `./module`.',
      severity: 'error',
      from: { path: `^libs/(?:${GROUND_NAMES.join('|')}|${CONTEXTS})/src/index\\.ts$` },
      to: { path: '(?:^|/)node_modules/(?:\\.pnpm/)?(?:@nestjs[+/]|nestjs-)', reachable: true },
    },
    {
      name: 'packages-by-their-entries',
      comment: 'Nothing reaches past the exports of a package.',
      severity: 'error',
      from: { path: '^((?:apps|libs|tools)/[^/]+)/' },
      to: {
        path: '^(?:libs|tools/testbed)/[^/]+/',
        pathNot: [
          '^$1/',
          '^tools/testbed/(?!src/)',
          '/src/(?:(?:domain/|testing/|testing/(?:disk|stations)/|browser/|node/|outbox/|host/|limits/|load/|build/|demo/|described/|farms/|keys/|system/)?index|sql|conditions|declarations|errors|lingui|parting|rests|schema|transactions|[^/]+(?:\\.module|-providers))\\.ts$',
          '^libs/web/src/(?:icon\\.svg|styles/tokens\\.css)$',
        ],
      },
    },
    {
      name: 'scripts-of-the-testbed-are-for-dev',
      comment:
        'tools/dev runs before anything is built, so it imports the JavaScript that the testbed also has.',
      severity: 'error',
      from: { pathNot: '^tools/(?:dev|testbed)/' },
      to: { path: '^tools/testbed/(?!src/)' },
    },
    {
      name: 'transport-knows-bytes-alone',
      comment: 'Frames and packets: no device, no reading, no company’s rules, no database, no framework.',
      severity: 'error',
      from: { path: '^apps/iot-gateway/src/transport/', pathNot: TEST },
      to: {
        dependencyTypesNot: ['core', 'type-only'],
        pathNot: [
          '^apps/iot-gateway/src/(?:transport/|memory/compact\\.ts$|(?:company-turns|once-a-turn)\\.ts$)',
          '^libs/http/src/limits/index\\.ts$', // the minimum pace of what is large, as for bodies
        ],
      },
    },
    {
      name: 'transport-takes-types-of-few',
      severity: 'error',
      from: { path: '^apps/iot-gateway/src/transport/', pathNot: TEST },
      to: {
        dependencyTypes: ['type-only'],
        pathNot: [
          '^apps/iot-gateway/src/(?:transport/|company-turns\\.ts$)',
          `^${GROUND_FOLDERS}/src/index\\.ts$`,
          'node_modules/(?:\\.pnpm/)?(?:@types\\+)?(?:ws|node)@',
          '^(?:node:)?net$',
        ],
      },
    },
    {
      name: 'programs-stand-alone',
      comment: 'What two programs share belongs in a library. One of them is only started by the other.',
      severity: 'error',
      from: { path: '^((?:apps|tools)/[^/]+)/', pathNot: '^tools/dev/new-context\\.mjs$' },
      to: { path: '^(?:apps|tools)/', pathNot: ['^$1/', '^tools/testbed/'] },
    },
    {
      name: 'tests-share-the-testbed',
      comment:
        'What the tests of two packages start belongs into tools/testbed; none imports another’s test/.',
      severity: 'error',
      from: { path: '^((?:apps|libs|tools)/[^/]+|docker)/' },
      to: { path: '^(?:(?:apps|libs|tools)/[^/]+|docker)/test/', pathNot: '^$1/' },
    },
    {
      name: 'end-to-end-specs-talk-to-programs',
      comment:
        'Each spec file loads its modules anew. These start built programs, so they import the testbed, clients, and entries ' +
        'of domains and for tests, which load no framework; of anything else the types alone.',
      severity: 'error',
      from: {
        path: '^(?:(?:apps|tools)/[^/]+|docker)/test/.*\\.ts$|\\.e2e-spec\\.ts$',
        pathNot: ['(?<!-)\\bspec\\.ts$', ...IN_THEIR_OWN_PROCESS],
      },
      to: {
        dependencyTypesNot: ['type-only'],
        path: '^(?:apps|libs|tools)/',
        pathNot: [
          '/test/|^tools/(?:testbed|dev)/|^tools/security/src/|^apps/api/src/http/moved-reads\\.ts$',
          '^libs/(?:client|kernel|spreadsheet)/src/(?:node/)?index\\.ts$',
          '^libs/[^/]+/src/(?:domain|testing(?:/stations)?)/index\\.ts$',
        ],
      },
    },
    {
      name: 'testing-entries-load-no-framework',
      comment:
        'Fakes and builders are loaded by each spec file anew; ON_DATABASE lists what needs a database.',
      severity: 'error',
      from: { path: '^libs/[^/]+/src/testing/', pathNot: [ON_DATABASE, '\\.(?:int-)?spec\\.ts$'] },
      to: {
        dependencyTypesNot: ['type-only'],
        path: [
          `^libs/(?:${CONTEXTS}|database|http|jobs|journal|media|schema)/src/(?:index|[^/]+\\.module|[^/]+-providers)\\.ts$`,
          'node_modules/(?:\\.pnpm/)?(?:typeorm|@nestjs[+/]|nestjs-)',
          ON_DATABASE,
        ],
      },
    },
    {
      name: 'client-runs-on-phones',
      comment: 'Browsers and React Native have fetch, and nothing of Node.js.',
      severity: 'error',
      from: { path: '^libs/client/src/', pathNot: [TEST, '^libs/client/src/node/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'browsers-know-the-client-alone',
      comment:
        'Whatever these apps can do, a stranger’s program can do too: through the API. Conditions of forms, rests in heat and ' +
        'the parts of shared records are evaluated by the code that the service evaluates them with.',
      severity: 'error',
      from: { path: '^(?:apps/(?:console|field)|libs/web)/', pathNot: '^apps/(?:console|field)/test/' },
      to: {
        path: '^(?:apps|libs|tools)/',
        pathNot: [
          ...['^apps/console/', '^apps/field/', '^libs/web/'],
          ...['^libs/client/src/(?:outbox/)?index\\.ts$', '^libs/forms/src/conditions\\.ts$'],
          ...['^libs/production/src/parting\\.ts$', '^libs/safety/src/rests\\.ts$'],
        ],
      },
    },
    {
      name: 'apps-run-in-browsers',
      severity: 'error',
      from: {
        path: '^(?:apps/(?:console|field)|libs/web)/src/',
        pathNot: [TEST, '^libs/web/src/(?:build/|lingui\\.ts$)'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'client-is-for-others',
      comment: 'The service does not call itself; the console and tests do.',
      severity: 'error',
      from: {
        path: '^(?:apps|libs|tools)/',
        pathNot: ['^libs/(?:client|web)/', '^apps/(?:console|field)/', TEST],
      },
      to: { path: '^libs/client/' },
    },
    {
      name: 'no-tests-in-production',
      comment: 'tools/security, tools/chaos and tools/bench are tests that run as programs, on the testbed.',
      severity: 'error',
      from: {
        path: '^(?:apps|libs|tools)/[^/]+/src/',
        pathNot: [TEST, '^tools/(?:bench|chaos|security|testbed)/'],
      },
      to: {
        path: [
          TEST,
          '^tools/testbed/',
          'node_modules/(?:\\.pnpm/)?(?:jest|@jest\\+|fast-check|supertest|@nestjs\\+testing|testcontainers)',
        ],
      },
    },
    {
      name: 'packages-that-are-installed',
      comment: 'After `npm start` of a fresh clone, only what is among `dependencies` is installed.',
      severity: 'error',
      from: {
        path: '^(?:apps|libs|tools)/[^/]+/src/',
        pathNot: [TEST, '^tools/(?:bench|chaos|security|testbed)/'],
      },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm', 'type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '(?:^|/)(?:dist|\\.nx|\\.furrow)/|^(?:apps/[^/]+|tools/(?:furrow|simulate|demo))/bundle/',
    },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@furrow/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.cjs', '.json'],
    },
  },
};
