import { textOrder } from '@furrow/kernel';
import type { DeviceContext, PlacedReading } from '../../application/ports.ts';
import type { TelemetryKind } from '../../domain/index.ts';
import type { Placed } from './reading-sql.ts';

/** Indexes of readings, by kind. */
export type Kinds = { readonly [Kind in TelemetryKind]: readonly number[] };

/** The order of a kind's keys after company and device. */
const WITHIN_DEVICE: { readonly [Kind in TelemetryKind]: (a: Placed<Kind>, b: Placed<Kind>) => number } = {
  weather: ({ reading: a }, { reading: b }) => a.ts - b.ts,
  plant: (a, b) =>
    a.reading.ts - b.reading.ts ||
    textOrder(a.reading.kpi, b.reading.kpi) ||
    textOrder(a.sectorId ?? '', b.sectorId ?? ''),
  irrigation: ({ reading: a }, { reading: b }) => textOrder(a.eventId, b.eventId),
  soil: ({ reading: a }, { reading: b }) => a.ts - b.ts || a.depth - b.depth,
};

/** The order in which devices' readings are stored, the same in every process. */
export function deviceOrder(a: DeviceContext, b: DeviceContext): number {
  return textOrder(a.companyId, b.companyId) || textOrder(a.deviceId, b.deviceId);
}

/**
 * The readings of each kind in the order of their keys, the same in every process, so that two transactions cannot
 * deadlock; readings of one key stay in order of arrival, so that the first is kept. Nearly all arrive sorted, which
 * costs next to nothing to check, while PostgreSQL would sort them each time.
 */
export function inKeyOrder(readings: readonly PlacedReading[]): Kinds {
  const kinds: Record<TelemetryKind, number[]> = { weather: [], plant: [], irrigation: [], soil: [] };
  readings.forEach(({ kind }, index) => kinds[kind].push(index));
  const byKey = (i: number, j: number) => {
    const [a, b] = [readings[i] as PlacedReading, readings[j] as PlacedReading];
    return deviceOrder(a.device, b.device) || within(a, b);
  };
  for (const indexes of Object.values(kinds))
    if (indexes.some((index, n) => n > 0 && byKey(indexes[n - 1] as number, index) > 0)) indexes.sort(byKey);
  return kinds;
}

/** @param b of the same kind */
function within(a: PlacedReading, b: PlacedReading): number {
  const order: (a: never, b: never) => number = WITHIN_DEVICE[a.kind];
  return order(a as never, b as never);
}
