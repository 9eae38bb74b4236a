import { expect, it } from '@jest/globals';
import { missingPathsOf } from '../testing/checks/named-paths.mjs';

it.each([
  ['`DatabaseProbe` in libs/nowhere', 'libs/nowhere'],
  ['See `apps/api/src/nowhere.ts`.', 'apps/api/src/nowhere.ts'],
  ['the tools (tools/nowhere), and', 'tools/nowhere'],
  ['as docs/nowhere.md says.', 'docs/nowhere.md'],
  ['a file in `libs/<context>/src/nowhere/`', 'libs/<context>/src/nowhere/'],
])('a page may not say “%s”', (text, path) => {
  expect(missingPathsOf(text)).toEqual([path]);
});

it.each([
  '`DatabaseProbe` in libs/database, and libs/http.',
  'a class in `libs/<context>/src/domain/` or `apps/api/src/*.module.ts`',
  'generates `libs/NAME` and writes `tools/furrow/bundle/main.js` and docker/.env',
  'https://example.com/docs/nowhere, [@example/libs/nowhere] and example.com/libs/nowhere or tools / docs',
])('a page may say “%s”', (text) => {
  expect(missingPathsOf(text)).toEqual([]);
});
