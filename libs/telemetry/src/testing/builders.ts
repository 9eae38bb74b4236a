import type { DeviceContext, PlacedReading } from '../application/ports.ts';
import type {
  IrrigationEvent,
  PlantReading,
  ReadingOf,
  SoilReading,
  TelemetryKind,
  WeatherReading,
} from '../domain/index.ts';

let made = 0;

/** A name that is unique in this run. */
export function fresh(prefix: string): string {
  made += 1;
  return `${prefix}-${made}`;
}

/** The time of test clocks: 09:00 in Santiago. */
export const NOW = new Date('2026-03-10T12:00:00.000Z');

export function weatherAt(ts: string | number, over: Partial<WeatherReading> = {}): WeatherReading {
  const none = { rain: null, rad: null, par: null, wet: null, pressure: null, gust: null, dir: null };
  return { ts: timeOf(ts), te: 25, hr: 60, wind: 2.5, ...none, ...over };
}

export function plantAt(ts: string | number, over: Partial<PlantReading> = {}): PlantReading {
  return { ts: timeOf(ts), kpi: 'vigor', value: 0.7, sector: null, ...over };
}

export function soilAt(ts: string | number, over: Partial<SoilReading> = {}): SoilReading {
  return { ts: timeOf(ts), depth: 20, moisture: 27.5, temperature: 16, ec: null, tension: null, ...over };
}

export function anEvent(over: Partial<IrrigationEvent> = {}): IrrigationEvent {
  const event = { startedAt: NOW.getTime() - 7_200_000, endedAt: null, volume: null, sector: null };
  return { eventId: fresh('event'), ...event, ...over };
}

/** A reading in the device's sector, or in one that it names by id. */
export function placed<Kind extends TelemetryKind>(
  device: DeviceContext,
  kind: Kind,
  reading: ReadingOf[Kind],
): PlacedReading {
  const sectorId = ('sector' in reading ? reading.sector : null) ?? device.sectorId;
  return { kind, device, reading, sectorId } as PlacedReading;
}

/** The bytes that a device would send. */
export function payloadOf(items: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(items));
}

function timeOf(ts: string | number): number {
  return typeof ts === 'number' ? ts : Date.parse(ts);
}
