import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedOf } from './tools/dev/testing/seed.mjs';

const root = import.meta.dirname;
const { $schema: _, ...swcrc } = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));

// Jest's workers inherit these. The time zone is far from UTC, with daylight saving and an offset of a quarter of an
// hour: what depends on the machine's zone fails there.
process.env.TZ = 'Pacific/Chatham';
process.env.FURROW_TEST_SEED = String(seedOf(process.env.FURROW_TEST_SEED));
// Compiled programs and keys, for the services that tests start some hundred times, in this run and the next.
process.env.FURROW_TEST_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node-compile');
process.env.FURROW_TEST_KEYS ??= join(root, 'node_modules/.cache/furrow-test-keys');

/** Installed packages that are ES modules alone; Jest compiles them as our sources. */
const ES_MODULES = [
  '@borewit',
  '@messageformat',
  '@nestjs',
  '@poppinss',
  '@tokenizer',
  'aedes',
  '@lingui',
  'ansi-regex',
  'but-unzip',
  'case-anything',
  'cliui',
  'commander',
  'd3-[a-z]+',
  'file-type',
  'internmap',
  'flydrive',
  'get-east-asian-width',
  'hucre',
  'jose',
  'oauth4webapi',
  'oidc-provider',
  'openid-client',
  'mgrs',
  'parsedbf',
  'pdfjs-dist',
  'proj4',
  'wkt-parser',
  'shpjs',
  'string-width',
  'strip-ansi',
  'strip-json-comments',
  'strtok3',
  'token-types',
  'uint8array-extras',
  'uuid',
  'wrap-ansi',
  'y18n',
  'yargs',
];

const all = {
  rootDir: root,
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools', '<rootDir>/docker'],
  moduleFileExtensions: ['ts', 'mjs', 'js', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: [
    '/dist/',
    '<rootDir>/(?:apps|tools)/[^/]+/bundle/',
    '/node_modules/\\.(?:dist|bundle)-',
  ],
  // Packages of the workspace are loaded as sources.
  testEnvironmentOptions: { customExportConditions: ['@furrow/source', 'node', 'node-addons'] },
  // As CommonJS, which Jest loads several times as fast as ES modules (docs/adr/0028).
  transform: {
    '\\.(?:ts|mjs|js)$': [
      '@swc/jest',
      {
        ...swcrc,
        swcrc: false,
        module: { type: 'commonjs' },
        jsc: { ...swcrc.jsc, rewriteRelativeImportExtensions: false },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!\\.pnpm/|(?:${ES_MODULES.join('|')})/)`],
  moduleNameMapper: {
    '^fast-check$': '<rootDir>/tools/dev/testing/jest/fast-check.ts',
    // These have entries for `import` or for browsers alone.
    '^shpjs$': '<rootDir>/apps/console/node_modules/shpjs/lib/index.js',
    '^but-unzip$': '<rootDir>/apps/console/node_modules/but-unzip/index.node.min.mjs',
  },
  setupFilesAfterEnv: ['<rootDir>/tools/dev/testing/jest/setup-assertions.ts'],
};

const withPostgres = {
  ...all,
  // Runs only when a test of such a project was selected, and once for all of them.
  globalSetup: '<rootDir>/tools/dev/testing/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/tools/dev/testing/jest/global-teardown.mjs',
};

/** @type {import('jest').Config} */
export default {
  // The only time limit of tests, generous because the machine may be slow or busy: a slow test is not a failure, and a
  // hanging one is still reported.
  testTimeout: 900_000,
  maxWorkers: '100%',
  workerIdleMemoryLimit: '800MB',
  coverageProvider: 'v8',
  projects: [
    { ...all, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    { ...withPostgres, displayName: 'integration', testMatch: ['**/*.int-spec.ts'] },
    { ...withPostgres, displayName: 'end-to-end', testMatch: ['**/test/**/*.e2e-spec.ts'] },
  ],
};
