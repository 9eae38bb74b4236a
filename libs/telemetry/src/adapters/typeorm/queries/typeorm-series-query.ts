import { type Clock, offsetAt } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/database';
import type {
  FarmDirectory,
  OnPoints,
  PlantScope,
  SeriesQuery,
  SeriesScope,
  SoilScope,
  WeatherScope,
} from '../../../application/ports.ts';
import { type BucketedPoint, mergedInTime, scoutedPoints } from '../../../application/scouted-points.ts';
import {
  isPhytosanitary,
  LocalBuckets,
  localTime,
  offsetText,
  type TelemetryKind,
} from '../../../domain/index.ts';
import { IRRIGATION_EVENTS, plantPoints, soilPoints, SOURCES, weatherPoints } from './series-sql.ts';

const BATCH = 2_000;
/** Readings may be up to a day ahead of the server's clock. */
const AHEAD = 2 * 86_400_000;

type BucketedScope = Pick<WeatherScope, 'range' | 'interval'>;

/** A part of a series that one statement reads, with its local time. */
interface Slice {
  readonly from: Date;
  readonly to: Date;
  readonly clock: readonly [unknown, unknown, unknown];
}

export class TypeormSeriesQuery implements SeriesQuery {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly farmIn: (tx: Transaction) => FarmDirectory,
  ) {}

  weather(scope: WeatherScope, onPoints: OnPoints): Promise<void> {
    const { companyId, projectId, sectorId } = scope;
    return this.database.reads.tenant(companyId, async (tx) => {
      await this.farmIn(tx).check(scope);
      const devices = await devicesOf(tx, 'weather', projectId, sectorId);
      if (devices.length === 0) return;
      const read = { one: devices.length === 1, ofSector: sectorId !== null };
      const sql = weatherPoints(scope.interval, read, scope.include);
      const filters = sectorId === null ? [] : [sectorId];
      for (const { from, to, clock } of slicesOf(scope, this.#buckets(scope))) {
        const parameters = [companyId, projectId, devices, from, to, ...clock, ...filters];
        for await (const rows of tx.batches<{ point: string }>(sql, parameters, BATCH))
          await onPoints(rows.map(({ point }) => point));
      }
    });
  }

  plant(scope: PlantScope, onPoints: OnPoints): Promise<void> {
    return this.database.reads.tenant(scope.companyId, async (tx) => {
      const farm = this.farmIn(tx);
      await farm.check(scope);
      const names = await farm.sectorNames(scope.projectId);
      const buckets = this.#buckets(scope);
      const sent =
        scope.kpi !== null && isPhytosanitary(scope.kpi) ? none() : sentPoints(tx, scope, buckets, names);
      const scouted =
        scope.kpi !== null && !isPhytosanitary(scope.kpi)
          ? none()
          : scoutedPoints(farm.scouted(scope, scope.range), buckets, {
              ...{ kpi: scope.kpi, names, figures: farm.figures },
            });
      for await (const points of mergedInTime(sent, scouted)) await onPoints(points);
    });
  }

  soil(scope: SoilScope, onPoints: OnPoints): Promise<void> {
    const { companyId, projectId, interval, sectorId, depth } = scope;
    return this.database.reads.tenant(companyId, async (tx) => {
      const farm = this.farmIn(tx);
      await farm.check(scope);
      const devices = await devicesOf(tx, 'soil', projectId, sectorId);
      if (devices.length === 0) return;
      const filters = [sectorId, depth, JSON.stringify(await farm.sectorNames(projectId))];
      const sql = soilPoints(interval, devices.length === 1);
      for (const { from, to, clock } of slicesOf(scope, this.#buckets(scope))) {
        const parameters = [companyId, projectId, devices, from, to, ...clock, ...filters];
        for await (const rows of tx.batches<{ point: string }>(sql, parameters, BATCH))
          await onPoints(rows.map(({ point }) => point));
      }
    });
  }

  irrigation(scope: SeriesScope, onPoints: OnPoints): Promise<void> {
    const { companyId, projectId, sectorId, range } = scope;
    return this.database.reads.tenant(companyId, async (tx) => {
      const farm = this.farmIn(tx);
      await farm.check(scope);
      const names = await farm.sectorNames(projectId);
      const parameters = [companyId, projectId, new Date(range.from), new Date(range.to), sectorId];
      for await (const events of tx.batches<EventRow>(IRRIGATION_EVENTS, parameters, BATCH))
        await onPoints(events.map((event) => eventText(event, names, range.timezone)));
    });
  }

  #buckets({ range, interval }: BucketedScope): LocalBuckets {
    return new LocalBuckets(range.timezone, interval, range, this.clock.now().getTime() + AHEAD);
  }
}

async function devicesOf(
  tx: Transaction,
  kind: TelemetryKind,
  projectId: string,
  sectorId: string | null,
): Promise<string[]> {
  const rows = await tx.query<{ deviceId: string }>(SOURCES, [tx.companyId, projectId, kind, sectorId]);
  return rows.map(({ deviceId }) => deviceId);
}

async function* sentPoints(
  tx: Transaction,
  scope: PlantScope,
  buckets: LocalBuckets,
  names: Readonly<Record<string, string>>,
): AsyncGenerator<BucketedPoint[]> {
  const { companyId, projectId, interval, kpi, sectorId } = scope;
  const devices = await devicesOf(tx, 'plant', projectId, sectorId);
  if (devices.length === 0) return;
  const sql = plantPoints(interval, devices.length === 1);
  const starts = interval === '1d' ? [buckets.days.map(({ start }) => start)] : [];
  for (const { from, to, clock } of slicesOf(scope, buckets)) {
    const filters = [kpi, sectorId, JSON.stringify(names), ...starts];
    yield* tx.batches<BucketedPoint>(
      sql,
      [companyId, projectId, devices, from, to, ...clock, ...filters],
      BATCH,
    );
  }
}

async function* none(): AsyncGenerator<never> {
  // Without a request there are no points.
}

/**
 * Days are read at once, because a day may contain a clock change. Everything else is read offset by offset: a bucket
 * never spans two offsets, and within one local time is plain arithmetic.
 */
function* slicesOf({ range, interval }: BucketedScope, buckets: LocalBuckets): Generator<Slice> {
  if (interval === '1d') {
    const { dayParts, days } = buckets;
    const parts = [dayParts.map(({ from }) => new Date(from)), dayParts.map(({ day }) => day + 1)] as const;
    yield {
      from: new Date(range.from),
      to: new Date(range.to),
      clock: [...parts, days.map((day) => day.localTime)],
    };
    return;
  }
  for (const span of buckets.spans) {
    const from = Math.max(range.from, span.from);
    const to = Math.min(range.to, span.to - 1);
    if (from > to) continue;
    const beginning = new Date(span.from + span.offset).toISOString().slice(0, -1);
    const clock = [`${span.offset / 1000} seconds`, offsetText(span.offset), beginning] as const;
    yield { from: new Date(from), to: new Date(to), clock };
  }
}

interface EventRow {
  readonly eventId: string;
  readonly deviceId: string;
  readonly sectorId: string | null;
  readonly volume: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number | null;
}

function eventText(event: EventRow, names: Readonly<Record<string, string>>, timezone: string): string {
  const { eventId, deviceId, sectorId, volume, startedAt, endedAt } = event;
  const local = (instant: number) => localTime(instant, offsetAt(timezone, instant));
  return JSON.stringify({
    ...{ eventId, deviceId, sectorId, sector_name: sectorId === null ? null : (names[sectorId] ?? null) },
    started_local: local(startedAt),
    ended_local: endedAt === null ? null : local(endedAt),
    durationMinutes: endedAt === null ? null : Math.round((endedAt - startedAt) / 600) / 100,
    volume,
  });
}
