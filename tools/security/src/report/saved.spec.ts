import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Check } from '../check.ts';
import { circumstances, type Documents, save } from './saved.ts';
import type { SavedSuite } from './saved-suite.ts';

const check = (suite: string, over: Partial<Check> = {}): Check => ({
  ...{ suite, what: 'it', asked: 1_000, problems: [], detail: 'within 7 ms' },
  ...over,
});
const marked = (name: string) =>
  `<!-- ${name}: written by npm run security -- --save -->\n34 operations\n<!-- end of ${name} -->`;

describe('the figures of a run', () => {
  let folder: string;
  let documents: Documents;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'furrow-saved-'));
    documents = { page: join(folder, 'security.md'), figures: join(folder, 'figures', 'security.json') };
    await writeFile(documents.page, `Before\n${marked('figures')}\n${marked('circumstances')}\nAfter\n`);
  });
  afterEach(() => rm(folder, { recursive: true }));
  const pageOf = async (checks: readonly Check[]) => {
    await save(checks, await circumstances(4_711, 90), documents);
    return readFile(documents.page, 'utf8');
  };

  it('replace the tables of the page', async () => {
    const page = await pageOf([
      check('limits', { problems: ['one', 'two'] }),
      check('limits', { isSum: true, detail: '' }),
    ]);
    expect(page).toMatch(/^Before\n[^]*\nAfter\n$/);
    expect(page).toMatch(/\| `limits` \| all 2 checks \| 1,000 \| +2 \|/);
    expect(page).toMatch(/\| it +\| 1,000 \| +2 \| within 7 ms \|/);
    expect(page).not.toContain('34 operations');
  });
  it('say on which sources, machine and seed they were measured', async () => {
    expect(await pageOf([check('limits')])).toMatch(
      /\| `limits` \| \d{4}-\d\d-\d\d \d\d:\d\d \| \w+\+? +\| \d+ cores, Node \S+ +\| +\d+ \| 4711 \| +2 min \|/,
    );
  });
  it('replace those of the suites that ran, and keep the others, in the order of a whole run', async () => {
    await pageOf([check('tenants'), check('two-step')]);
    await pageOf([check('loops'), check('two-step', { detail: 'within 9 ms' })]);
    const saved = JSON.parse(await readFile(documents.figures, 'utf8')) as SavedSuite[];
    expect(saved.map(({ suite, checks }) => [suite, checks[0]?.detail])).toEqual([
      ['tenants', 'within 7 ms'],
      ['two-step', 'within 9 ms'],
      ['loops', 'within 7 ms'],
    ]);
  });
  it('are text in a table, whatever they contain', async () => {
    const page = await pageOf([check('loops', { detail: 'GET /{id} | <b>' })]);
    expect(page).toContain('GET /\\{id\\} \\| \\<b\\>');
  });
});
