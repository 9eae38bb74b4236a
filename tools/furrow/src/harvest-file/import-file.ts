import type { CompanyView } from '@furrow/access';
import type { ProjectListing } from '@furrow/agronomy';
import type { Clock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import {
  ExportedHarvestDirectory,
  type ImportHarvest,
  type PastHarvest,
  wireProduction,
} from '@furrow/production';
import { reasonOf } from '../failure.ts';
import { Refusal } from '../refusal.ts';
import { columnsOf, type StatedMap } from './column-map.ts';
import type { CsvFile, CsvLine, Separator } from './csv-file.ts';
import {
  type ExportedColumns,
  exportedColumnsIn,
  exportedLineOf,
  reasonToLeaveOut,
} from './exported-lines.ts';
import { inferOrder, sentenceOf } from './date-order.ts';
import type { DateOrder } from './date-orders.ts';
import { type HarvestLine, harvestLineOf, type LineProblem, type ReadingRules } from './harvest-line.ts';
import { type MadeThings, NamedThings } from './named-things.ts';

/** The result of an import, or its preview in a dry run. */
export interface ImportReport {
  readonly dryRun: boolean;
  /** It was read to stop; what it had imported until then is kept. */
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
  const headings = await headingsOf(lines);
  const columns = columnsOf(headings, rules.map);
  const reading: ReadingRules = {
    columns,
    separator: file.separator,
    zone: project.timezone,
    usualUnit,
    dateOrder,
  };
  const things = await NamedThings.of(database, companyId, project, clock, rules);
  const importing = wireProduction(database, clock).importHarvest(
    { companyId, projectId: project.projectId, owner },
    { qualities: columns.has('quality'), dryRun: rules.dryRun, pricePerUnit: rules.price },
  );
  const report: ImportReport = {
    ...{ dryRun: rules.dryRun, interrupted: false, dateOrder: dateOrder ?? null },
    ...{ rows: 0, created: 0, repeated: 0, refused: 0, sessionsCreated: 0 },
    ...{ made: things.made, problems: [] },
  };
  const recognised = new Recognition(database, companyId, exportedColumnsIn(headings), file.separator);
  for await (const read of batchesOf(lines)) {
    const fresh = await recognised.freshOf(read, report);
    await importBatch(
      fresh.map((line) => harvestLineOf(line, reading)),
      things,
      importing,
      report,
    );
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
  const refuse = (problem: LineProblem) => refused(report, problem);
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

async function* batchesOf(lines: AsyncGenerator<CsvLine, void>): AsyncGenerator<CsvLine[]> {
  let batch: CsvLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function refused(report: ImportReport, problem: LineProblem): void {
  report.refused += 1;
  report.problems.push(problem);
}

/** Lines of Furrow's own exports that the company has, under the ids in these lines. */
class Recognition {
  readonly #directory = new ExportedHarvestDirectory();

  constructor(
    private readonly database: Database,
    private readonly companyId: string,
    private readonly columns: ExportedColumns | undefined,
    private readonly separator: Separator,
  ) {}

  /** @returns the lines that are not known, and have something to import */
  async freshOf(lines: readonly CsvLine[], report: ImportReport): Promise<readonly CsvLine[]> {
    report.rows += lines.length;
    const { columns } = this;
    if (columns === undefined) return lines;
    const read = lines.map((line) => ({ line, exported: exportedLineOf(line, columns, this.separator) }));
    const exported = read.flatMap(({ exported: its }) => its ?? []);
    const comparisons = await this.database.tenant(this.companyId, (tx) =>
      this.#directory.compare(tx, exported),
    );
    const comparisonOf = new Map(exported.map((its, index) => [its, comparisons[index]]));
    return read.flatMap(({ line, exported: its }) => {
      const comparison = (its && comparisonOf.get(its)) ?? 'unknown';
      if (comparison === 'same') report.repeated += 1;
      else if (comparison === 'different') refused(report, { line: line.line, message: CHANGED });
      const reason = comparison === 'unknown' ? reasonToLeaveOut(line, columns) : undefined;
      if (reason !== undefined) refused(report, { line: line.line, message: reason });
      return comparison === 'unknown' && reason === undefined ? [line] : [];
    });
  }
}

const CHANGED = 'was exported from here, and is recorded with another worker, quality or units by now';
