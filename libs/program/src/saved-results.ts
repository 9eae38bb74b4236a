import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { sourceRevision } from './source-revision.ts';

/** When, of which sources and on what something was measured. */
export interface Measured {
  readonly date: string;
  /** Ends in `+` where files differed from it; null outside a repository. */
  readonly commit: string | null;
  readonly cores: number;
  readonly node: string;
}

/** @param folder a folder of the repository */
export async function measuredNow(folder: string): Promise<Measured> {
  return {
    date: new Date().toISOString(),
    commit: await sourceRevision(folder),
    cores: cpus().length,
    node: process.versions.node,
  };
}

/**
 * Replaces the results of what ran in a JSON file, and keeps those of the others.
 * @param names of all that may run, in the order of the file; results of others are dropped
 * @returns what the file has now
 */
export async function completeResults<Result>(
  file: string,
  ran: readonly Result[],
  nameOf: (result: Result) => string,
  names: readonly string[],
): Promise<Result[]> {
  const isNew = (result: Result) => ran.some((each) => nameOf(each) === nameOf(result));
  const known = JSON.parse((await textIfThere(file)) ?? '[]') as Result[];
  const position = (result: Result) => names.indexOf(nameOf(result));
  const results = [...known.filter((result) => !isNew(result)), ...ran]
    .filter((result) => position(result) >= 0)
    .toSorted((a, b) => position(a) - position(b));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  return results;
}

/** @returns undefined where there is no such file */
export async function textIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
