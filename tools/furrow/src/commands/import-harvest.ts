import { wireAccess } from '@furrow/access';
import { ProjectDirectory } from '@furrow/agronomy';
import { SystemClock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import { companyOf } from '../company.ts';
import { withDatabase } from '../connection.ts';
import { statedMapOf } from '../harvest-file/column-map.ts';
import { CsvFile } from '../harvest-file/csv-file.ts';
import type { DateOrder } from '../harvest-file/date-orders.ts';
import { importFile, type ImportReport, type ImportTarget } from '../harvest-file/import-file.ts';
import { Progress } from '../harvest-file/progress.ts';
import type { Answer } from '../output.ts';
import { Refusal } from '../refusal.ts';

export interface ImportOptions {
  readonly company: string;
  readonly project: string;
  readonly owner: string;
  readonly map?: string;
  readonly dateOrder?: DateOrder;
  readonly price?: string;
  readonly createMissing: boolean;
  readonly dryRun: boolean;
}

/** Fails if the file has rows and none of them can be imported. */
export async function importHarvest(path: string, options: ImportOptions): Promise<Answer> {
  const map = statedMapOf(options.map);
  const file = await CsvFile.at(path);
  const progress = new Progress(process.stderr);
  const { createMissing, dryRun, dateOrder } = options;
  const stop = new AbortController();
  const onReading = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const rules = {
    ...{ map, dateOrder, createMissing, dryRun, onReading, price: priceOf(options.price) },
    ...{ onProgress: progress.show, stop: stop.signal },
  };
  const listening = stopOnInterrupt(stop);
  const report = await withDatabase(async (database) => {
    const target = await targetOf(database, options);
    return importFile(database, new SystemClock(), file, target, rules).finally(() => {
      progress.end();
      listening();
    });
  });
  tellProblems(report);
  const useless = report.rows > 0 && report.refused === report.rows;
  if (report.interrupted) process.stderr.write(`${INTERRUPTED}\n`);
  return { document: report, text: summary(report), exitCode: useless || report.interrupted ? 1 : 0 };
}

/** The limit that the API sets for a session. */
const MAX_PRICE = 1_000_000_000;

/** @throws Refusal */
function priceOf(stated: string | undefined): string | null {
  if (stated === undefined) return null;
  if (!/^\d{1,10}(\.\d{1,6})?$/.test(stated) || Number(stated) > MAX_PRICE)
    throw new Refusal(
      '--price must be a number from 0 to 1,000,000,000 with at most 6 decimals, such as 0.42.',
    );
  return stated;
}

const INTERRUPTED =
  'Interrupted. What was imported is kept; run the same command again to continue; nothing is imported twice.';

/**
 * The first Ctrl-C lets the current batch finish; a second one ends the process at once, which loses nothing either.
 * @returns a function that removes the handler
 */
function stopOnInterrupt(stop: AbortController): () => void {
  const interrupt = () => {
    process.stderr.write('\nStopping after the current batch …\n');
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt);
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, interrupt);
  };
}

/** @throws Refusal */
async function targetOf(database: Database, options: ImportOptions): Promise<ImportTarget> {
  const company = await companyOf(database, options.company);
  const users = await wireAccess(database, new SystemClock()).listUsers.execute(company.companyId);
  const userId = users.find(({ idpId }) => idpId === options.owner)?.userId;
  if (userId === undefined)
    throw new Refusal(`The company has no user "${options.owner}"; "furrow user list" lists them.`);
  return database.tenant(company.companyId, async (tx) => {
    const project = (await new ProjectDirectory().all(tx)).find(({ key }) => key === options.project);
    if (project === undefined)
      throw new Refusal(`The company has no project "${options.project}"; "furrow project list" lists them.`);
    if (project.status !== 'active' && options.createMissing)
      throw new Refusal(`The project "${options.project}" is inactive, so no sectors can be created in it.`);
    const view = await new ProjectDirectory().project(tx, project.projectId);
    const owner = { userId, idpId: options.owner };
    return { company, project, owner, usualUnit: view?.defaults.samplingUnit ?? null };
  });
}

const SHOWN_PROBLEMS = 20;
const SHOWN_LINES = 5;

/** Prints to stderr, because programs read the answer on stdout; a problem of many lines is printed once. */
function tellProblems({ problems }: ImportReport): void {
  const kinds = [...Map.groupBy(problems, ({ message }) => message)];
  for (const [message, alike] of kinds.slice(0, SHOWN_PROBLEMS)) {
    const lines = alike.slice(0, SHOWN_LINES).map(({ line }) => line);
    const more = alike.length > SHOWN_LINES ? ` and ${alike.length - SHOWN_LINES} more` : '';
    process.stderr.write(
      `${alike.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}${more}: ${message}.\n`,
    );
  }
  if (kinds.length > SHOWN_PROBLEMS)
    process.stderr.write(`… and ${kinds.length - SHOWN_PROBLEMS} more; --json lists them all.\n`);
}

function summary({ dryRun, rows, created, repeated, refused, sessionsCreated, made }: ImportReport): string {
  const things = Object.entries(made).flatMap(([kind, names]: [string, string[]]) =>
    names.length === 0 ? [] : [`  ${kind}: ${names.join('; ')}`],
  );
  return [
    dryRun ? 'Dry run, nothing was written. The import would be:' : undefined,
    `${rows} rows: ${created} imported, ${repeated} imported before, ${refused} refused.`,
    `${sessionsCreated} sessions made.`,
    ...(things.length > 0 ? ['Created because they were missing:', ...things] : []),
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}
