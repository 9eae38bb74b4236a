import { instant, numberIn, numberOrNull, text, textOrNull } from './members.ts';
import { membersOf } from './payload.ts';
import { QUANTITIES } from './quantities.ts';
import { type Problem, refuse, Wrong } from './problem.ts';
import {
  type IrrigationEvent,
  type PlantReading,
  type ReadingOf,
  SOIL_MEMBERS,
  type SoilReading,
  type TelemetryKind,
  WEATHER_MEMBERS,
  type WeatherReading,
} from './reading.ts';

/** Calculated from scouting records, so devices may not send them. */
export const PHYTOSANITARY_KPIS = ['incidence', 'severity'] as const;
export type PhytosanitaryKpi = (typeof PHYTOSANITARY_KPIS)[number];

/**
 * One item of a payload, by the rules of its kind; or what is wrong with it. Members that are not known are passed
 * over: newer devices talk to older servers.
 * @param now epoch milliseconds
 */
export function readItem<Kind extends TelemetryKind>(
  kind: Kind,
  item: unknown,
  now: number,
): { readonly reading: ReadingOf[Kind] } | { readonly problem: Problem } {
  const read: { [K in TelemetryKind]: (item: unknown, now: number) => ReadingOf[K] } = READERS;
  try {
    return { reading: read[kind](item, now) };
  } catch (error) {
    if (error instanceof Wrong) return { problem: error.problem };
    throw error;
  }
}

const READERS = { weather, plant, irrigation, soil };

function weather(item: unknown, now: number): WeatherReading {
  const members = membersOf(item);
  const { ts, te, hr, wind, rain, rad, par, wet, pressure, gust, dir } = members;
  const at = instant(ts, 'ts', now);
  if (WEATHER_MEMBERS.every((member) => members[member] === undefined))
    refuse('validation_failed', `one of ${WEATHER_MEMBERS.join(', ')} must be given`);
  // Written out, because members that are looked up by a variable name cost five times as much.
  return {
    ts: at,
    te: numberOrNull(te, 'te', QUANTITIES.te),
    hr: numberOrNull(hr, 'hr', QUANTITIES.hr),
    wind: numberOrNull(wind, 'wind', QUANTITIES.wind),
    rain: numberOrNull(rain, 'rain', QUANTITIES.rain),
    rad: numberOrNull(rad, 'rad', QUANTITIES.rad),
    par: numberOrNull(par, 'par', QUANTITIES.par),
    wet: numberOrNull(wet, 'wet', QUANTITIES.wet),
    pressure: numberOrNull(pressure, 'pressure', QUANTITIES.pressure),
    gust: numberOrNull(gust, 'gust', QUANTITIES.gust),
    dir: numberOrNull(dir, 'dir', QUANTITIES.dir),
  };
}

function plant(item: unknown, now: number): PlantReading {
  const { ts, kpi, value, sector } = membersOf(item);
  const at = instant(ts, 'ts', now);
  const name = text(kpi, 'kpi');
  if (isPhytosanitary(name.trim().toLowerCase()))
    refuse('kpi_reserved', `${name} comes from phytosanitary records, not from devices`);
  return {
    ts: at,
    kpi: name,
    value: numberIn(value, 'value', QUANTITIES.value),
    sector: textOrNull(sector, 'sector'),
  };
}

function irrigation(item: unknown, now: number): IrrigationEvent {
  const { eventId, startedAt, endedAt, volume, sector } = membersOf(item);
  const event = {
    eventId: text(eventId, 'eventId'),
    startedAt: instant(startedAt, 'startedAt', now),
    endedAt: endedAt === undefined || endedAt === null ? null : instant(endedAt, 'endedAt', now),
    volume: numberOrNull(volume, 'volume', QUANTITIES.volume),
    sector: textOrNull(sector, 'sector'),
  };
  if (event.endedAt !== null && event.endedAt < event.startedAt)
    refuse('validation_failed', 'endedAt lies before startedAt');
  return event;
}

function soil(item: unknown, now: number): SoilReading {
  const members = membersOf(item);
  const { ts, moisture, temperature, ec, tension } = members;
  const at = instant(ts, 'ts', now);
  const depth = numberIn(members['depth'], 'depth', QUANTITIES.depth);
  if (SOIL_MEMBERS.every((member) => members[member] === undefined))
    refuse('validation_failed', `one of ${SOIL_MEMBERS.join(', ')} must be given`);
  return {
    ts: at,
    depth,
    moisture: numberOrNull(moisture, 'moisture', QUANTITIES.moisture),
    temperature: numberOrNull(temperature, 'temperature', QUANTITIES.temperature),
    ec: numberOrNull(ec, 'ec', QUANTITIES.ec),
    tension: numberOrNull(tension, 'tension', QUANTITIES.tension),
  };
}

/** Whether a KPI is calculated from scouting records. */
export function isPhytosanitary(kpi: string): kpi is PhytosanitaryKpi {
  return (PHYTOSANITARY_KPIS as readonly string[]).includes(kpi);
}
