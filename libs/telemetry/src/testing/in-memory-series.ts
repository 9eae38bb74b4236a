import { findFiltered, incidenceOf, severityOf } from '@furrow/agronomy/domain';
import { offsetAt, textOrder } from '@furrow/kernel';
import { ProjectForbidden } from '@furrow/kernel/errors';
import type {
  DeviceContext,
  DeviceSite,
  OnPoints,
  PlacedReading,
  PlantScope,
  RegisteredSector,
  ScoutedRecord,
  SeriesQuery,
  SeriesScope,
  SoilScope,
  WeatherScope,
} from '../application/ports.ts';
import { mergedInTime, scoutedPoints, type BucketedPoint } from '../application/scouted-points.ts';
import {
  type ExtraWeather,
  isPhytosanitary,
  LocalBuckets,
  localTime,
  SOIL_MEMBERS,
  vapourPressureDeficit,
  WEATHER_AMOUNTS,
  WEATHER_DIRECTIONS,
} from '../domain/index.ts';

type PlacedWeather = PlacedReading & { readonly kind: 'weather' };

export type PlacedDevice = DeviceContext & DeviceSite;

export interface InMemoryProject {
  readonly companyId: string;
  readonly projectId: string;
  /** IANA name. */
  readonly timezone: string;
  readonly devices: readonly PlacedDevice[];
  readonly sectors: readonly (RegisteredSector & { readonly name: string })[];
}

/** What readings are kept of which farms. */
export interface Memory {
  readonly kept: ReadonlyMap<string, PlacedReading>;
  readonly scouted: ReadonlyMap<string, ScoutedRecord[]>;
  readonly projects: ReadonlyMap<string, InMemoryProject>;
}

/** Series as plain arithmetic over all readings. */
export class InMemorySeries implements SeriesQuery {
  constructor(private readonly memory: Memory) {}

  async weather(scope: WeatherScope, onPoints: OnPoints): Promise<void> {
    await this.#check(scope.companyId, scope);
    const buckets = bucketsOf(scope);
    const readings = this.#readings('weather', scope).filter(({ reading: { ts } }) => within(scope, ts));
    const groups = groupBy(readings, ({ reading }) => String(buckets.of(reading.ts).start));
    const points = groups.map((group) => {
      const [first] = group as [(typeof group)[0]];
      const bucket = buckets.of(first.reading.ts);
      const point = {
        local_time: bucket.localTime,
        te: mean(group.map(({ reading }) => reading.te)),
        hr: mean(group.map(({ reading }) => reading.hr)),
        wind: mean(group.map(({ reading }) => reading.wind)),
        vpd: rounded(mean(group.map(({ reading: { te, hr } }) => vapourPressureDeficit(te, hr)))),
        ...Object.fromEntries(scope.include.map((member) => [member, extraOf(group, member)])),
      };
      return { at: bucket.start, point: JSON.stringify(point) };
    });
    if (points.length > 0) await onPoints(points.sort((a, b) => a.at - b.at).map(({ point }) => point));
  }

  async plant(scope: PlantScope, onPoints: OnPoints): Promise<void> {
    const names = await this.#check(scope.companyId, scope);
    const buckets = bucketsOf(scope);
    const readings = this.#readings('plant', scope).filter(
      ({ reading }) => within(scope, reading.ts) && (scope.kpi === null || scope.kpi === reading.kpi),
    );
    const key = ({ reading, sectorId }: (typeof readings)[0]) =>
      JSON.stringify([buckets.of(reading.ts).start, reading.kpi, sectorId]);
    const sent = groupBy(readings, key).map((group): BucketedPoint & { sectorId: string } => {
      const [{ reading, sectorId }] = group as [(typeof group)[0]];
      const { start, localTime: local_time } = buckets.of(reading.ts);
      const point = {
        ...{
          local_time,
          kpi: reading.kpi,
          sectorId,
          sector_name: sectorId === null ? null : names[sectorId],
        },
        ...{ value: mean(group.map((row) => row.reading.value)), sampleCount: group.length },
      };
      return { at: start, kpi: reading.kpi, sectorId: sectorId ?? '', point: JSON.stringify(point) };
    });
    const order = (a: (typeof sent)[0], b: (typeof sent)[0]) =>
      a.at - b.at || textOrder(a.kpi, b.kpi) || textOrder(a.sectorId, b.sectorId);
    const seen = (this.memory.scouted.get(scope.projectId) ?? []).filter(
      ({ at, sectorId }) => within(scope, at) && (scope.sectorId === null || scope.sectorId === sectorId),
    );
    const { kpi } = scope;
    const scouted = kpi !== null && !isPhytosanitary(kpi) ? [] : seen.toSorted((a, b) => a.at - b.at);
    const points = scoutedPoints(once(scouted), buckets, {
      kpi,
      names,
      figures: { incidenceOf, severityOf },
    });
    for await (const batch of mergedInTime(once(sent.sort(order)), points)) await onPoints(batch);
  }

  async soil(scope: SoilScope, onPoints: OnPoints): Promise<void> {
    const names = await this.#check(scope.companyId, scope);
    const buckets = bucketsOf(scope);
    const readings = this.#readings('soil', scope).filter(
      ({ reading }) => within(scope, reading.ts) && (scope.depth === null || scope.depth === reading.depth),
    );
    const key = ({ reading, sectorId }: (typeof readings)[0]) =>
      JSON.stringify([buckets.of(reading.ts).start, reading.depth, sectorId]);
    const rows = groupBy(readings, key).map((group) => {
      const [{ reading, sectorId }] = group as [(typeof group)[0]];
      const { start, localTime: local_time } = buckets.of(reading.ts);
      const means = SOIL_MEMBERS.map((member) => [member, mean(group.map((row) => row.reading[member]))]);
      const point = {
        ...{ local_time, depth: reading.depth, sectorId },
        ...{ sector_name: sectorId === null ? null : names[sectorId], ...Object.fromEntries(means) },
        sampleCount: group.length,
      };
      return { at: start, depth: reading.depth, sectorId: sectorId ?? '', point: JSON.stringify(point) };
    });
    const order = (a: (typeof rows)[0], b: (typeof rows)[0]) =>
      a.at - b.at || a.depth - b.depth || textOrder(a.sectorId, b.sectorId);
    if (rows.length > 0) await onPoints(rows.sort(order).map(({ point }) => point));
  }

  async irrigation(scope: SeriesScope, onPoints: OnPoints): Promise<void> {
    const names = await this.#check(scope.companyId, scope);
    const { from, to, timezone } = scope.range;
    const local = (at: number) => localTime(at, offsetAt(timezone, at));
    const events = this.#readings('irrigation', scope)
      .filter(({ reading }) => reading.startedAt <= to && (reading.endedAt ?? Infinity) >= from)
      .sort((a, b) => a.reading.startedAt - b.reading.startedAt);
    const points = events.map(({ reading, sectorId, device }) =>
      JSON.stringify({
        ...{ eventId: reading.eventId, deviceId: device.deviceId, sectorId },
        ...{
          sector_name: sectorId === null ? null : names[sectorId],
          started_local: local(reading.startedAt),
        },
        ended_local: reading.endedAt === null ? null : local(reading.endedAt),
        durationMinutes:
          reading.endedAt === null ? null : Math.round((reading.endedAt - reading.startedAt) / 600) / 100,
        volume: reading.volume,
      }),
    );
    if (points.length > 0) await onPoints(points);
  }

  /** @returns names of its sectors */
  async #check(companyId: string, named: { projectId: string; sectorId: string | null }) {
    const { sectors } = await namedProject(this.memory, companyId, named);
    return Object.fromEntries(sectors.map(({ sectorId, name }) => [sectorId, name]));
  }

  #readings<Kind extends PlacedReading['kind']>(kind: Kind, { companyId, projectId, sectorId }: SeriesScope) {
    return [...this.memory.kept.values()].filter(
      (row): row is PlacedReading & { readonly kind: Kind } =>
        row.kind === kind &&
        row.device.companyId === companyId &&
        row.device.projectId === projectId &&
        (sectorId === null || row.sectorId === sectorId),
    );
  }
}

/** @throws ProjectForbidden | SectorForbidden | SectorNotInProject */
export async function namedProject(
  { projects }: Memory,
  companyId: string,
  named: { readonly projectId: string; readonly sectorId: string | null },
): Promise<InMemoryProject> {
  const own = [...projects.values()].filter((project) => project.companyId === companyId);
  const sectors = own.flatMap((project) =>
    project.sectors.map((sector) => ({ ...sector, projectId: project.projectId })),
  );
  const { project } = await findFiltered(
    { projectId: named.projectId, sectorId: named.sectorId },
    {
      project: async (id) => own.find(({ projectId }) => projectId === id),
      sector: async (id) => sectors.find(({ sectorId }) => sectorId === id),
    },
  );
  if (!project) throw new ProjectForbidden();
  return project;
}

/** Amounts are summed by station, and the sums averaged. */
function extraOf(group: readonly PlacedWeather[], member: ExtraWeather): number | null {
  const values = (rows: readonly PlacedWeather[]) => rows.map(({ reading }) => reading[member]);
  if (WEATHER_DIRECTIONS.has(member)) return direction(values(group));
  if (!WEATHER_AMOUNTS.has(member)) return mean(values(group));
  return mean(groupBy(group, ({ device }) => device.deviceId).map((rows) => sum(values(rows))));
}

function direction(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return known[0] ?? null;
  const along = (part: (angle: number) => number) =>
    known.reduce((total, degrees) => total + part((degrees * Math.PI) / 180), 0);
  const [east, north] = [along(Math.sin), along(Math.cos)];
  if (Math.hypot(east, north) < 1e-9) return null;
  return ((rounded((Math.atan2(east, north) * 180) / Math.PI) as number) + 360) % 360;
}

function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : rounded(known.reduce((total, value) => total + value, 0));
}

function bucketsOf({ range, interval }: Pick<WeatherScope, 'range' | 'interval'>): LocalBuckets {
  return new LocalBuckets(range.timezone, interval, range, range.to);
}

function within({ range }: SeriesScope, at: number): boolean {
  return at >= range.from && at <= range.to;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): T[][] {
  return [...Map.groupBy(items, key).values()];
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return known[0] ?? null;
  return rounded(known.reduce((sum, value) => sum + value, 0) / known.length);
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e6) / 1e6;
}

async function* once<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  if (items.length > 0) yield items;
}
