import { Decimal, textOrder } from '@furrow/kernel';
import {
  type LocalBucket,
  type LocalBuckets,
  PHYTOSANITARY_KPIS,
  type PhytosanitaryKpi,
} from '../domain/index.ts';
import type { ScoutedRecord, ScoutingFigures } from './ports.ts';

/** A point of a plant series as the text of its answer, and its sort key. */
export interface BucketedPoint {
  /** Epoch milliseconds at which its bucket starts. */
  readonly at: number;
  readonly kpi: string;
  readonly point: string;
}

/** The records of one sector in one bucket. */
interface Group {
  readonly bucket: LocalBucket;
  readonly sectorId: string | null;
  assessed: number;
  affected: number;
  severitySum: Decimal;
  severityCount: number;
}

/** Records come in order of time, but a day whose midnight occurs twice is continued after the next one. */
const DONE_AFTER = 26 * 3_600_000;

interface Wanted {
  /** Null for all of them. */
  readonly kpi: string | null;
  /** Of sectors, by id. */
  readonly names: Readonly<Record<string, string>>;
  readonly figures: ScoutingFigures;
}

/** Incidence and severity per bucket and sector, from records in order of time. */
export async function* scoutedPoints(
  batches: AsyncIterable<readonly ScoutedRecord[]>,
  buckets: LocalBuckets,
  wanted: Wanted,
): AsyncGenerator<BucketedPoint[]> {
  const kpis = PHYTOSANITARY_KPIS.filter((own) => wanted.kpi === null || wanted.kpi === own);
  const groups = new Map<string, Group>();
  for await (const records of batches) {
    for (const record of records) add(groups, buckets.of(record.at), record);
    const last = records.at(-1);
    if (last) yield* points(taken(groups, last.at - DONE_AFTER), kpis, wanted);
  }
  yield* points(taken(groups, Infinity), kpis, wanted);
}

function add(groups: Map<string, Group>, bucket: LocalBucket, record: ScoutedRecord): void {
  const { sectorId, affected, severitySum, severityCount } = record;
  const key = `${bucket.start} ${sectorId ?? ''}`;
  let group = groups.get(key);
  if (group === undefined) {
    group = { bucket, sectorId, assessed: 0, affected: 0, severitySum: new Decimal(0), severityCount: 0 };
    groups.set(key, group);
  }
  group.assessed++;
  if (affected) group.affected++;
  if (severitySum !== null) group.severitySum = group.severitySum.plus(severitySum);
  group.severityCount += severityCount;
}

/** Removes the groups that started before `until`, in order. */
function taken(groups: Map<string, Group>, until: number): Group[] {
  const done: Group[] = [];
  for (const [key, group] of groups) {
    if (group.bucket.start >= until) continue;
    done.push(group);
    groups.delete(key);
  }
  const order = ({ bucket, sectorId }: Group) => [bucket.start, sectorId ?? ''] as const;
  return done.sort((a, b) => compare(order(a), order(b)));
}

function* points(
  groups: readonly Group[],
  kpis: readonly PhytosanitaryKpi[],
  wanted: Wanted,
): Generator<BucketedPoint[]> {
  if (groups.length === 0) return;
  const all = groups.flatMap((group) =>
    kpis.map((kpi) => ({ at: group.bucket.start, kpi, point: pointText(group, kpi, wanted) })),
  );
  // Sectors are already in order within each bucket, and stay so.
  yield all.sort((a, b) => compare([a.at, a.kpi], [b.at, b.kpi]));
}

function pointText(group: Group, kpi: PhytosanitaryKpi, { names, figures }: Wanted): string {
  const { bucket, sectorId, assessed, affected, severitySum, severityCount } = group;
  const value =
    kpi === 'incidence'
      ? figures.incidenceOf({ assessed, affected })
      : figures.severityOf({ total: severitySum, count: severityCount });
  return JSON.stringify({
    local_time: bucket.localTime,
    kpi,
    sectorId,
    sector_name: sectorId === null ? null : (names[sectorId] ?? null),
    value,
    sampleCount: kpi === 'incidence' ? assessed : severityCount,
  });
}

/** Merges two ordered series in order of time and KPI, in batches. */
export async function* mergedInTime(
  left: AsyncIterable<readonly BucketedPoint[]>,
  right: AsyncIterable<readonly BucketedPoint[]>,
): AsyncGenerator<string[]> {
  const sides = [new Side(left), new Side(right)] as const;
  const [a, b] = sides;
  await a.fill();
  await b.fill();
  while (!a.isOver || !b.isOver) {
    const batch: string[] = [];
    while (a.head && b.head)
      batch.push(compare([a.head.at, a.head.kpi], [b.head.at, b.head.kpi]) <= 0 ? a.take() : b.take());
    // When one has ended, the current batch of the other follows unchanged.
    if (a.isOver) while (b.head) batch.push(b.take());
    if (b.isOver) while (a.head) batch.push(a.take());
    if (batch.length > 0) yield batch;
    for (const side of sides) if (!side.head) await side.fill();
  }
}

/** One of two series, up to where it has been read. */
class Side {
  readonly #batches: AsyncIterator<readonly BucketedPoint[]>;
  #batch: readonly BucketedPoint[] = [];
  #next = 0;
  isOver = false;

  constructor(batches: AsyncIterable<readonly BucketedPoint[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  get head(): BucketedPoint | undefined {
    return this.#batch[this.#next];
  }

  take(): string {
    return (this.#batch[this.#next++] as BucketedPoint).point;
  }

  async fill(): Promise<void> {
    while (!this.head && !this.isOver) {
      const next = await this.#batches.next();
      if (next.done) this.isOver = true;
      else [this.#batch, this.#next] = [next.value, 0];
    }
  }
}

function compare(a: readonly [number, string], b: readonly [number, string]): number {
  return a[0] - b[0] || textOrder(a[1], b[1]);
}
