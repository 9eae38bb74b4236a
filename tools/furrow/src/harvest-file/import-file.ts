import type { CompanyView } from '@furrow/access';
import type { ProjectListing } from '@furrow/agronomy';
import type { Clock } from '@furrow/kernel';
import type { Database } from '@furrow/platform';
import { type ImportHarvest, type PastHarvest, wireImportHarvest } from '@furrow/production';
import { reasonOf } from '../failure.ts';
import { Refusal } from '../refusal.ts';
import { columnsOf, type StatedMap } from './column-map.ts';
import type { CsvFile, CsvLine } from './csv-file.ts';
import { inferOrder, sentenceOf } from './date-order.ts';
import type { DateOrder } from './date-orders.ts';
import { type HarvestLine, harvestLineOf, type LineProblem, type ReadingRules } from './harvest-line.ts';
import { type MadeThings, NamedThings } from './named-things.ts';

/** The result of an import, or its preview in a dry run. */
export interface ImportReport {
  readonly dryRun: boolean;
  /** It was told to stop; what it had imported until then is kept. */
  interrupted: boolean;
  /** How days such as 05/07/2019 were read, where the file has any. */
  readonly dateOrder: DateOrder | null;
  /** Lines except for the heading and empty ones. */
  rows: number;
  created: number;
  /** Imported before. */
  repeated: number;
  refused: number;
  sessionsCreated: number;
  readonly made: MadeThings;
  readonly problems: LineProblem[];
}

export interface ImportRules {
  readonly map: StatedMap;
  readonly createMissing: boolean;
  readonly dryRun: boolean;
  readonly dateOrder: DateOrder | undefined;
  /** Price of a unit, exact decimal text; null where unknown. */
  readonly price: string | null;
  readonly onProgress: (report: ImportReport, share: number) => void;
  /** Called with a message about how the file is read. */
  readonly onReading: (sentence: string) => void;
  /** Ends it after the current batch. */
  readonly stop: AbortSignal;
}

export interface ImportTarget {
  readonly company: CompanyView;
  readonly project: ProjectListing;
  /** The unit of lines that state none. */
  readonly usualUnit: string | null;
  readonly owner: { readonly userId: string; readonly idpId: string };
}

const BATCH = 1_000;

/** Imports batch by batch, each in its own transaction, so that a second run adds what an interrupted one left out. */
export async function importFile(
  database: Database,
  clock: Clock,
  file: CsvFile,
  { company: { companyId }, project, usualUnit, owner }: ImportTarget,
  rules: ImportRules,
): Promise<ImportReport> {
  const dateOrder = rules.dateOrder ?? (await orderOf(file, rules));
  const lines = file.lines();
  const columns = columnsOf(await headingsOf(lines), rules.map);
  const reading: ReadingRules = {
    columns,
    separator: file.separator,
    zone: project.timezone,
    usualUnit,
    dateOrder,
  };
  const things = await NamedThings.of(database, companyId, project, clock, rules);
  const importing = wireImportHarvest(
    ...([database, clock, { companyId, projectId: project.projectId, owner }] as const),
    { qualities: columns.has('quality'), dryRun: rules.dryRun, pricePerUnit: rules.price },
  );
  const report: ImportReport = {
    ...{ dryRun: rules.dryRun, interrupted: false, dateOrder: dateOrder ?? null },
    ...{ rows: 0, created: 0, repeated: 0, refused: 0, sessionsCreated: 0 },
    ...{ made: things.made, problems: [] },
  };
  for await (const batch of batchesOf(lines, reading)) {
    await importBatch(batch, things, importing, report);
    rules.onProgress(report, file.progress);
    report.interrupted = rules.stop.aborted;
    if (report.interrupted) break;
  }
  report.problems.sort((a: LineProblem, b: LineProblem) => a.line - b.line);
  return report;
}

async function orderOf(file: CsvFile, { map, onReading }: ImportRules): Promise<DateOrder | undefined> {
  const inferred = await inferOrder(file, map);
  const sentence = sentenceOf(inferred);
  if (sentence === undefined) return undefined;
  onReading(sentence);
  return inferred.order;
}

async function importBatch(
  batch: readonly (HarvestLine | LineProblem)[],
  things: NamedThings,
  importing: ImportHarvest,
  report: ImportReport,
): Promise<void> {
  const refuse = (problem: LineProblem) => {
    report.refused += 1;
    report.problems.push(problem);
  };
  report.rows += batch.length;
  const read = batch.filter((line) => !('message' in line) || (refuse(line), false)) as HarvestLine[];
  const resolved = await things.resolve(read);
  const rows: { line: number; row: PastHarvest }[] = [];
  resolved.forEach((answer, index) => {
    if ('message' in answer) refuse(answer);
    else rows.push({ line: read[index]?.line ?? 0, row: answer });
  });
  const { outcomes, sessionsCreated } = await importing.execute(rows.map(({ row }) => row));
  report.sessionsCreated += sessionsCreated;
  outcomes.forEach((outcome, index) => {
    if (outcome.kind === 'refused')
      refuse({ line: rows[index]?.line ?? 0, message: reasonOf(outcome.error) });
    else report[outcome.kind] += 1;
  });
}

async function headingsOf(lines: AsyncGenerator<CsvLine, void>): Promise<readonly string[]> {
  const { value } = await lines.next();
  if (!value) throw new Refusal('The file is empty: it needs a header line, and a line for each record.');
  if ('problem' in value) throw new Refusal(`The header line ${value.problem}`);
  return value.cells;
}

async function* batchesOf(
  lines: AsyncGenerator<CsvLine, void>,
  rules: ReadingRules,
): AsyncGenerator<(HarvestLine | LineProblem)[]> {
  let batch: (HarvestLine | LineProblem)[] = [];
  for await (const line of lines) {
    batch.push(harvestLineOf(line, rules));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
