import { SOIL_MEMBERS, WEATHER_MEMBERS } from '@furrow/telemetry/domain';
import type { Farm } from './farm.ts';
import { type EventSent, type Ledger, type Reading, type ReadingKind, READINGS } from './ledger.ts';
import { type IrrigationPoint, type Point, Series, type Span } from './series.ts';

/** Readings whose points are requested at once. */
const SLICE = 5_000;
/** Means have six decimals. */
const CLOSE = 1e-5;
/** What tells a point from others of its instant, and what it has the means of. */
const MEMBERS: Readonly<
  Record<ReadingKind, { readonly of: readonly string[]; readonly means: readonly string[] }>
> = {
  weather: { of: [], means: WEATHER_MEMBERS },
  plant: { of: ['kpi', 'sectorId'], means: ['value'] },
  soil: { of: ['depth', 'sectorId'], means: SOIL_MEMBERS },
};

export interface Found {
  readonly checked: number;
  /** Acknowledged, and missing in the series or stored with other values. */
  readonly missing: number;
}

/** Looks for everything that was acknowledged in the series, over the API that any client uses. */
export function checkAll(apiUrl: string, farm: Farm, ledgers: Iterable<Ledger>): Promise<Found> {
  return farm.withToken(async (credential) => {
    const sum = { checked: 0, missing: 0 };
    for (const ledger of ledgers) {
      const { checked, missing } = await check(ledger, new Series(apiUrl, credential, ledger.projectId));
      sum.checked += checked;
      sum.missing += missing;
    }
    return sum;
  });
}

async function check(ledger: Ledger, series: Series): Promise<Found> {
  const events = [...ledger.events.values()];
  let [checked, missing] = [events.length, 0];
  for (const kind of READINGS) {
    checked += ledger.readings[kind].length;
    for (const [span, sent] of slices(ledger.readings[kind]))
      missing += missingReadings(kind, sent, await series.read(kind, span));
  }
  if (events.length > 0) {
    const ends = events.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt ?? startedAt]);
    const least = ends.reduce((one, other) => Math.min(one, other));
    const most = ends.reduce((one, other) => Math.max(one, other));
    missing += missingEvents(events, await series.read('irrigation', { from: least, to: most }));
  }
  return { checked, missing };
}

/** Slices that are requested at once, however long the simulation ran; each instant is in exactly one. */
function* slices(all: readonly Reading[]): Generator<[Span, Reading[]]> {
  let slice: Reading[] = [];
  const piece = (): [Span, Reading[]] => [{ from: slice[0]?.ts ?? 0, to: slice.at(-1)?.ts ?? 0 }, slice];
  for (const sent of all.toSorted((a, b) => a.ts - b.ts)) {
    if (slice.length >= SLICE && slice.at(-1)?.ts !== sent.ts) {
      yield piece();
      slice = [];
    }
    slice.push(sent);
  }
  if (slice.length > 0) yield piece();
}

/** A point of several stations is their mean, so a missing station changes it. */
export function missingReadings(
  kind: ReadingKind,
  sent: readonly Reading[],
  points: readonly Point[],
): number {
  const { of, means } = MEMBERS[kind];
  const keyOf = (at: number, one: Reading | Point) =>
    [at, ...of.map((member) => one[member] ?? '')].join(' ');
  const found = new Map(points.map((point) => [keyOf(Date.parse(point.local_time), point), point]));
  let missing = 0;
  for (const [key, readings] of Map.groupBy(sent, (reading) => keyOf(reading.ts, reading))) {
    const point = found.get(key);
    const isThere =
      point !== undefined &&
      (kind === 'weather' || point['sampleCount'] === readings.length) &&
      means.every((member) =>
        isClose(point[member], mean(readings.map((reading) => Number(reading[member])))),
      );
    if (!isThere) missing += readings.length;
  }
  return missing;
}

export function missingEvents(sent: readonly EventSent[], points: readonly IrrigationPoint[]): number {
  const found = new Map(points.map((point) => [`${point.deviceId} ${point.eventId}`, point]));
  return sent.filter(({ deviceId, eventId, startedAt, endedAt, volume }) => {
    const point = found.get(`${deviceId} ${eventId}`);
    if (point === undefined || Date.parse(point.started_local) !== startedAt) return true;
    // The completion of an event may have been stored without being acknowledged yet.
    if (endedAt === null) return false;
    return Date.parse(point.ended_local ?? '') !== endedAt || !isClose(point.volume, volume ?? NaN);
  }).length;
}

const isClose = (value: unknown, expected: number) =>
  typeof value === 'number' && Math.abs(value - expected) < CLOSE;

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
