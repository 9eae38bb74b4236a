import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readXlsx } from 'hucre/xlsx';

const SOFFICE = '/usr/bin/soffice';
/**
 * As the dialogue of a Spanish user opens a file: cells between `;` (59) and `"` (34), UTF-8 (76), from the first line
 * on, es-ES (3082), what is in quotes as text, no special numbers.
 */
const OPENED = 'CSV:59,34,76,1,,3082,true,false';
export const isLibreOfficeHere = (): boolean => existsSync(SOFFICE);

/** What a cell holds in LibreOffice: text, or a number; dates as ISO 8601. */
export type OpenedCell = string | number;

/** Opens CSV files with Spanish settings, all of them in one LibreOffice. @returns the cells of each, by name */
export async function openedInLibreOffice<Name extends string>(
  files: Readonly<Record<Name, string>>,
): Promise<Record<Name, OpenedCell[][]>> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-libreoffice-'));
  try {
    const [source, target] = [join(folder, 'source'), join(folder, 'target')];
    await mkdir(source);
    const names = Object.keys(files) as Name[];
    for (const name of names) await writeFile(join(source, `${name}.csv`), files[name]);
    await promisify(execFile)(SOFFICE, [
      ...[`-env:UserInstallation=file://${folder}/profile`, '--headless', '--norestore'],
      ...[`--infilter=${OPENED}`, '--convert-to', 'xlsx', '--outdir', target],
      ...names.map((name) => join(source, `${name}.csv`)),
    ]);
    const opened = names.map(async (name) => {
      const [sheet] = (await readXlsx(await readFile(join(target, `${name}.xlsx`)))).sheets;
      return [name, sheet!.rows.map((row) => row.map(cellOf))] as const;
    });
    return Object.fromEntries(await Promise.all(opened)) as Record<Name, OpenedCell[][]>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const cellOf = (cell: unknown): OpenedCell => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'number' || typeof cell === 'string' ? cell : '';
};
