import { SOIL_MEMBERS, WEATHER_MEMBERS } from '@furrow/telemetry/domain';
import type { Farm } from './farm.ts';
import type { EventSent, Ledger, Ledgers, PlantSent, SoilSent, WeatherSent } from './ledger.ts';
import {
  type IrrigationPoint,
  type PlantPoint,
  Series,
  type SoilPoint,
  type Span,
  type WeatherPoint,
} from './series.ts';

/** Readings whose points are requested at once. */
const SLICE = 5_000;
/** Means have six decimals. */
const CLOSE = 1e-5;

export interface Found {
  readonly checked: number;
  /** Acknowledged, and missing in the series or stored with other values. */
  readonly missing: number;
}

/** Looks for everything that was acknowledged in the series, over the API that any client uses. */
export function checkAll(apiUrl: string, farm: Farm, ledgers: Ledgers): Promise<Found> {
  return farm.withToken(async (credential) => {
    const sum = { checked: 0, missing: 0 };
    for (const ledger of ledgers.all()) {
      const { checked, missing } = await check(ledger, new Series(apiUrl, credential, ledger.projectId));
      sum.checked += checked;
      sum.missing += missing;
    }
    return sum;
  });
}

async function check(ledger: Ledger, series: Series): Promise<Found> {
  let missing = 0;
  for (const [span, sent] of slices(ledger.weather))
    missing += missingWeather(sent, await series.read('weather', span));
  for (const [span, sent] of slices(ledger.plant))
    missing += missingPlant(sent, await series.read('plant', span));
  for (const [span, sent] of slices(ledger.soil))
    missing += missingSoil(sent, await series.read('soil', span));
  const events = [...ledger.events.values()];
  const ends = events.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt ?? startedAt]);
  if (ends.length > 0) {
    const span = ends.reduce((all, at) => ({ from: Math.min(all.from, at), to: Math.max(all.to, at) }), {
      from: Infinity,
      to: -Infinity,
    });
    missing += missingEvents(events, await series.read('irrigation', span));
  }
  const readings = ledger.weather.length + ledger.plant.length + ledger.soil.length;
  return { checked: readings + events.length, missing };
}

/** Slices that are requested at once, however long the simulation ran; each instant is in exactly one. */
function* slices<Sent extends { readonly ts: number }>(all: readonly Sent[]): Generator<[Span, Sent[]]> {
  let slice: Sent[] = [];
  const piece = (): [Span, Sent[]] => [{ from: slice[0]?.ts ?? 0, to: slice.at(-1)?.ts ?? 0 }, slice];
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
export function missingWeather(sent: readonly WeatherSent[], points: readonly WeatherPoint[]): number {
  const found = new Map(points.map((point) => [Date.parse(point.local_time), point]));
  let missing = 0;
  for (const [ts, readings] of Map.groupBy(sent, (reading) => reading.ts)) {
    const point = found.get(ts);
    const isThere =
      point !== undefined &&
      WEATHER_MEMBERS.every((member) =>
        isClose(point[member], mean(readings.map((reading) => reading[member]))),
      );
    if (!isThere) missing += readings.length;
  }
  return missing;
}

export function missingPlant(sent: readonly PlantSent[], points: readonly PlantPoint[]): number {
  const key = (at: number, kpi: string, sectorId: string | null) => `${at} ${sectorId ?? ''} ${kpi}`;
  const found = new Map(
    points.map((point) => [key(Date.parse(point.local_time), point.kpi, point.sectorId), point]),
  );
  let missing = 0;
  for (const [id, readings] of Map.groupBy(sent, ({ ts, kpi, sectorId }) => key(ts, kpi, sectorId))) {
    const point = found.get(id);
    const isThere =
      point?.sampleCount === readings.length &&
      isClose(point.value, mean(readings.map(({ value }) => value)));
    if (!isThere) missing += readings.length;
  }
  return missing;
}

export function missingSoil(sent: readonly SoilSent[], points: readonly SoilPoint[]): number {
  const key = (at: number, depth: number, sectorId: string | null) => `${at} ${sectorId ?? ''} ${depth}`;
  const found = new Map(
    points.map((point) => [key(Date.parse(point.local_time), point.depth, point.sectorId), point]),
  );
  let missing = 0;
  for (const [id, readings] of Map.groupBy(sent, ({ ts, depth, sectorId }) => key(ts, depth, sectorId))) {
    const point = found.get(id);
    const isThere =
      point?.sampleCount === readings.length &&
      SOIL_MEMBERS.every((member) =>
        isClose(point[member], mean(readings.map((reading) => reading[member]))),
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

function isClose(value: number | null, expected: number): boolean {
  return value !== null && Math.abs(value - expected) < CLOSE;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
