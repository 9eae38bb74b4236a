import { specsOfLocalTime } from './tools/dev/testing/local-time.mjs';

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
  setupFilesAfterEnv: [
    '<rootDir>/tools/dev/testing/setup-assertions.mjs',
    '<rootDir>/tools/dev/testing/setup-timeout.mjs',
  ],
};

const withPostgres = {
  ...common,
  // Runs only when a test of such a project was selected, and once for all of them.
  globalSetup: '<rootDir>/tools/dev/testing/global-setup.mjs',
  globalTeardown: '<rootDir>/tools/dev/testing/global-teardown.mjs',
};

const unit = { ...common, testMatch: ['**/*.spec.ts'] };
const integration = { ...withPostgres, testMatch: ['**/*.int-spec.ts'] };

/**
 * What runs again as if on a machine far away; `npm test` says when.
 *
 * @param {'spec' | 'int-spec'} kind
 */
const inFarZone = (kind) => ({
  testEnvironment: '<rootDir>/tools/dev/testing/far-zone-environment.mjs',
  testMatch: specsOfLocalTime(kind),
});

/** @type {import('jest').Config} */
export default {
  maxWorkers: '100%',
  testSequencer: '<rootDir>/tools/dev/testing/sequencer.mjs',
  workerIdleMemoryLimit: '800MB',
  projects: [
    { ...unit, displayName: 'unit' },
    { ...integration, displayName: 'integration' },
    { ...withPostgres, displayName: 'end-to-end', testMatch: ['**/test/**/*.e2e-spec.{ts,mjs}'] },
    ...(process.env.FURROW_TEST_FAR_ZONE
      ? [
          { ...unit, ...inFarZone('spec'), displayName: 'unit in a far time zone' },
          { ...integration, ...inFarZone('int-spec'), displayName: 'integration in a far time zone' },
        ]
      : []),
  ],
};
