import { expect, it } from '@jest/globals';
import { misquotedIn } from '../testing/checks/quoted-claims.mjs';

const PAGE = `# Promises

- **Acknowledged data** is stored as it was
  sent ([why](adr/0013.md)), within \`40 s\`. Nothing is sent “twice”.`;

const misquoted = (claim: string, heading = '## [Promises](promises.md)') =>
  misquotedIn(
    `${heading}\n\n| claim | tests |\n| --- | --- |\n| ${claim} | [a test](a.spec.ts) |`,
    () => PAGE,
  );

it.each([
  'Acknowledged data is stored as it was sent (why), within 40 s',
  'Nothing is sent twice … within `40 s`',
])('the claim “%s” is on its page', (claim) => {
  expect(misquoted(claim)).toEqual([]);
});

it.each([
  ['Within 30 s', 'Within 30 s'],
  ['Acknowledged data … is sent once', 'is sent once'],
])('the claim “%s” is not on its page', (claim, part) => {
  expect(misquoted(claim)).toEqual([`docs/claims.md: “${part}” is not in docs/promises.md`]);
});

it('a claim of no page is written in the table alone', () => {
  expect(misquoted('Within 30 s', '## The service description')).toEqual([]);
});
