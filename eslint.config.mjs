import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { CONTEXTS } from './tools/dev/contexts.mjs';

const scoped = (names) => names.map((name) => `scope:${name}`);
const ground = scoped(['kernel', 'platform']);
const contexts = scoped(Object.keys(CONTEXTS));

/** Which way imports run between packages; inside a package .dependency-cruiser.mjs decides. */
const mayUse = {
  kernel: ['scope:kernel'],
  platform: ground,
  ...Object.fromEntries(
    Object.entries(CONTEXTS).map(([name, below]) => [name, [...scoped([name, ...below]), ...ground]]),
  ),
  schema: ['scope:schema', ...contexts, ...ground],
  http: ['scope:http', 'scope:access', ...ground],
  client: ['scope:client'],
  console: ['scope:console', 'scope:client'],
  program: ['scope:program'],
  // Its tests are the client's, too; .dependency-cruiser.mjs keeps it out of the service.
  api: ['scope:api', 'scope:http', 'scope:schema', 'scope:client', ...contexts, ...ground],
  'iot-gateway': ['scope:iot-gateway', 'scope:http', 'scope:schema', ...contexts, ...ground],
  cli: ['scope:cli', 'scope:schema', ...contexts, ...ground],
  simulate: ['scope:simulate', 'scope:program', 'scope:schema', ...contexts, ...ground],
  chaos: ['scope:chaos', 'scope:program', 'scope:access', ...ground],
  docker: ['scope:docker', ...ground],
  security: ['scope:security', 'scope:program', 'scope:access', 'scope:http', 'scope:telemetry', ...ground],
  bench: ['scope:bench', 'scope:program', 'scope:schema', ...contexts, ...ground],
};

const tests = ['**/*.spec.ts', '**/*.int-spec.ts', '**/test/**', '**/src/testing/**'];
const clockMessage = 'Time comes from the injected Clock.';

export default defineConfig(
  {
    ignores: [
      '**/dist/',
      '{apps/*,tools/furrow}/bundle/',
      '**/node_modules/',
      '.nx/',
      '.furrow/',
      'coverage/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          depConstraints: Object.entries(mayUse).map(([scope, onlyDependOnLibsWithTags]) => ({
            sourceTag: `scope:${scope}`,
            onlyDependOnLibsWithTags,
          })),
        },
      ],
      // A NestJS module is a class with nothing in it.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Strings are spread by code point on purpose.
      '@typescript-eslint/no-misused-spread': [
        'error',
        { allow: ['string', { from: 'lib', name: 'string' }] },
      ],
      // Rows and fakes are object literals of a class's shape; an async method may have nothing to wait for in one.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
    },
  },
  {
    // What is longer is two things. A migration is one statement after the other; the client's types are generated.
    files: ['apps/**/*.ts', 'libs/**/*.ts', 'tools/**/*.ts'],
    ignores: [...tests, '**/migrations/**', 'libs/client/src/api.ts'],
    rules: { 'max-lines': ['error', 400], 'max-lines-per-function': ['error', 60] },
  },
  {
    // An endpoint parses, calls one use case and maps, what its decorators tell of it included.
    files: ['apps/**/*.controller.ts'],
    rules: { 'max-lines-per-function': ['error', 40] },
  },
  {
    // It runs in browsers: types of the DOM, components that a person can take in at a glance.
    files: ['apps/console/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    languageOptions: { parserOptions: { project: './apps/console/tsconfig.json' } },
    rules: { 'max-lines': ['error', 200], 'max-lines-per-function': ['error', 60] },
  },
  {
    // What an expression looks at may be a stranger's: its time must not grow with the square of a text's length.
    files: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts', 'tools/**/*.ts'],
    ignores: tests,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  },
  {
    files: ['libs/*/src/domain/**/*.ts', 'libs/*/src/application/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: clockMessage },
        { selector: "CallExpression[callee.name='Date']", message: clockMessage },
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: clockMessage,
        },
        { selector: "CallExpression[callee.object.name='performance']", message: clockMessage },
        {
          selector:
            "CallExpression[callee.object.name='DateTime'][callee.property.name=/^(now|local|utc)$/][arguments.length=0]",
          message: clockMessage,
        },
      ],
    },
  },
  {
    files: tests,
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo|failing)$/]',
          message:
            'A test that does not run proves nothing. What this machine may lack is described with describeWith.',
        },
      ],
      // Bodies of answers are read as they come.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
  {
    files: ['libs/client/src/**/*.ts'],
    ignores: [...tests, 'libs/client/src/node/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['Buffer', 'TextEncoder', 'process', 'setImmediate', 'structuredClone'].map((name) => ({
          name,
          message: 'Not every phone has it.',
        })),
      ],
    },
  },
  {
    files: ['apps/*/test/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Take it from ./harness: answers are held against docs/openapi.json.' },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    // tools/dev/tsconfig.json has these files checked by TypeScript, which knows what is defined.
    rules: { 'no-undef': 'off' },
  },
);
