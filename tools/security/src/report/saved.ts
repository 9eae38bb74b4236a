import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { completeResults, measuredNow, withTables } from '@furrow/program';
import type { Check } from '@furrow/program';
import { operations } from '../document.ts';
import { SUITES } from '../run.ts';
import { circumstancesTable, figuresTable, type SavedSuite } from './tables.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../../docs/security.md', import.meta.url));
const FIGURES = fileURLToPath(new URL('../../../../docs/benchmarks/security.json', import.meta.url));
/** As a whole run prints them. */
const ORDER = [...Object.keys(SUITES), 'logs'];

/** Replaces the figures of the suites that ran, and writes the tables of docs/security.md. */
export async function save(checks: readonly Check[], seed: number, seconds: number): Promise<void> {
  const measured = {
    ...(await measuredNow(HERE)),
    ...{ seed, seconds: Math.round(seconds), operations: operations().length },
  };
  const ran = [...Map.groupBy(checks, ({ suite }) => suite)].map(([suite, its]): SavedSuite => ({
    ...{ suite, measured },
    checks: its.map(({ problems, ...check }) => ({ ...check, problems: problems.length })),
  }));
  const suites = await completeResults(FIGURES, ran, ({ suite }) => suite, ORDER);
  const tables = { figures: figuresTable(suites), circumstances: circumstancesTable(suites) };
  await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8'), 'npm run security -- --save', tables));
}
