import { readFileSync } from 'node:fs';

const swcrc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
delete swcrc.$schema;
// Jest loads the sources themselves, so imports of `./x.ts` stay as they are written.
swcrc.jsc.rewriteRelativeImportExtensions = false;

const common = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools'],
  testEnvironment: 'node',
  // Workspace packages are tested as sources, not as their last build.
  testEnvironmentOptions: { customExportConditions: ['@furrow/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'mjs', 'js', 'cjs', 'json', 'node'],
  transform: { '\\.ts$': ['@swc/jest', { ...swcrc, sourceMaps: 'inline', swcrc: false }] },
  modulePathIgnorePatterns: ['/dist/', '/node_modules/\\.dist-'],
  setupFiles: ['<rootDir>/tools/dev/testing/setup-nest.mjs'],
};

const withPostgres = {
  ...common,
  // Runs only when a test of such a project was selected, and once for all of them.
  globalSetup: '<rootDir>/tools/dev/testing/global-setup.mjs',
  globalTeardown: '<rootDir>/tools/dev/testing/global-teardown.mjs',
  setupFilesAfterEnv: ['<rootDir>/tools/dev/testing/setup-timeout.mjs'],
};

/** @type {import('jest').Config} */
export default {
  maxWorkers: '100%',
  workerIdleMemoryLimit: '800MB',
  projects: [
    { ...common, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    { ...withPostgres, displayName: 'integration', testMatch: ['**/*.int-spec.ts'] },
    { ...withPostgres, displayName: 'end-to-end', testMatch: ['**/test/**/*.e2e-spec.{ts,mjs}'] },
  ],
};
