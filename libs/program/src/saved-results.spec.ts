import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { completeResults } from './saved-results.ts';

it('results of what ran replace those before, and others are kept while they may run, in one order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-results-'));
  const file = join(folder, 'figures', 'latest.json');
  const save = (names: string[], ...ran: { name: string; ms: number }[]) =>
    completeResults(file, ran, ({ name }) => name, names);
  await save(['one', 'two', 'gone'], { name: 'gone', ms: 1 }, { name: 'two', ms: 2 });
  const results = await save(['one', 'two'], { name: 'two', ms: 3 }, { name: 'one', ms: 4 });
  expect(results).toEqual([
    { name: 'one', ms: 4 },
    { name: 'two', ms: 3 },
  ]);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(results);
  await rm(folder, { recursive: true });
});
