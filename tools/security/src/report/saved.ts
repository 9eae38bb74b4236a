import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sourceRevision, withTables } from '@furrow/program';
import type { Check } from '../check.ts';
import { operations } from '../document.ts';
import { SUITES } from '../run.ts';
import type { Circumstances, SavedSuite } from './saved-suite.ts';
import { circumstancesTable, figuresTable } from './tables.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DOCS = new URL('../../../../docs/', import.meta.url);
/** As a whole run prints them. */
const ORDER = [...Object.keys(SUITES), 'logs'];
const PROGRAM = 'npm run security -- --save';

/** The page and the figures that it shows, which a later run of some suites completes. */
export interface Documents {
  readonly page: string;
  readonly figures: string;
}

export const DOCUMENTS: Documents = {
  page: fileURLToPath(new URL('security.md', DOCS)),
  figures: fileURLToPath(new URL('benchmarks/security.json', DOCS)),
};

/** @param seconds that the whole run took */
export async function circumstances(seed: number, seconds: number): Promise<Circumstances> {
  return {
    date: new Date().toISOString(),
    commit: await sourceRevision(HERE),
    cores: cpus().length,
    node: process.versions.node,
    ...{ seed, seconds: Math.round(seconds), operations: operations().length },
  };
}

/** Replaces the figures of the suites that ran, and writes the tables of the page. */
export async function save(
  checks: readonly Check[],
  measured: Circumstances,
  { page, figures }: Documents = DOCUMENTS,
): Promise<void> {
  const ran = [...Map.groupBy(checks, ({ suite }) => suite)].map(([suite, its]): SavedSuite => ({
    ...{ suite, measured },
    checks: its.map(({ problems, ...check }) => ({ ...check, problems: problems.length })),
  }));
  const known = await savedIn(figures);
  const others = known.filter(({ suite }) => !ran.some((each) => each.suite === suite));
  const suites = [...others, ...ran].toSorted((a, b) => ORDER.indexOf(a.suite) - ORDER.indexOf(b.suite));
  await mkdir(dirname(figures), { recursive: true });
  await writeFile(figures, `${JSON.stringify(suites, null, 2)}\n`);
  const tables = { figures: figuresTable(suites), circumstances: circumstancesTable(suites) };
  await writeFile(page, withTables(await readFile(page, 'utf8'), PROGRAM, tables));
}

async function savedIn(file: string): Promise<SavedSuite[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SavedSuite[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
