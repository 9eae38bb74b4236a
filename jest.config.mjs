const common = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools', '<rootDir>/docker'],
  // Node.js loads the modules, as sources: tools/dev/testing/native says how.
  runtime: '<rootDir>/tools/dev/testing/native/runtime.mjs',
  testEnvironment: '<rootDir>/tools/dev/testing/native/environment.mjs',
  transform: {},
  moduleFileExtensions: ['ts', 'mjs', 'js', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: [
    '/dist/',
    '<rootDir>/(?:apps|tools)/[^/]+/bundle/',
    '/node_modules/\\.(?:dist|bundle)-',
  ],
  setupFilesAfterEnv: ['<rootDir>/tools/dev/testing/jest/setup-assertions.mjs'],
};

const withPostgres = {
  ...common,
  // Runs only when a test of such a project was selected, and once for all of them.
  globalSetup: '<rootDir>/tools/dev/testing/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/tools/dev/testing/jest/global-teardown.mjs',
};

/** As on a machine far away: what depends on its time zone fails there. Services of end-to-end tests run in UTC. */
const inFarZone = { testEnvironment: '<rootDir>/tools/dev/testing/jest/far-zone-environment.mjs' };

/** @type {import('jest').Config} */
export default {
  // Generous, because the machine may be busy: a slow test is not a failure, and a hanging one is still reported.
  testTimeout: 180_000,
  maxWorkers: '100%',
  testSequencer: '<rootDir>/tools/dev/testing/jest/sequencer.mjs',
  workerIdleMemoryLimit: '800MB',
  projects: [
    { ...common, ...inFarZone, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    { ...withPostgres, ...inFarZone, displayName: 'integration', testMatch: ['**/*.int-spec.ts'] },
    { ...withPostgres, displayName: 'end-to-end', testMatch: ['**/test/**/*.e2e-spec.{ts,mjs}'] },
  ],
};
