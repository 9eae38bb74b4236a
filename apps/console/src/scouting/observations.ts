import { localDate, startOfDay } from '../time/local-day.ts';

interface Observation {
  readonly record_time: string | null;
  readonly created_at: string;
  readonly sectorId: string | null;
  readonly responses: readonly { readonly name: string; readonly value_number: number | null }[];
}

export interface DayValue {
  /** Seconds since 1970 of the start of the local day. */
  readonly at: number;
  readonly sectorId: string;
  /** Mean of what was assessed in the sector on that day. */
  readonly value: number;
}

/** How much of a pest scouts found, by day and sector; what names no sector is left out. */
export function valuesByDay(
  observations: readonly Observation[],
  pest: string,
  timeZone: string,
): DayValue[] {
  const sums = new Map<
    string,
    { readonly day: string; readonly sectorId: string; sum: number; count: number }
  >();
  for (const { record_time, created_at, sectorId, responses } of observations) {
    if (sectorId === null) continue;
    const day = localDate(new Date(record_time ?? created_at), timeZone);
    for (const { name, value_number } of responses) {
      if (name !== pest || value_number === null) continue;
      const key = `${day} ${sectorId}`;
      const entry = sums.get(key) ?? { day, sectorId, sum: 0, count: 0 };
      sums.set(key, entry);
      entry.sum += value_number;
      entry.count += 1;
    }
  }
  return [...sums.values()]
    .sort((a, b) => a.day.localeCompare(b.day))
    .map(({ day, sectorId, sum, count }) => ({
      ...{ at: startOfDay(day, timeZone).getTime() / 1_000, sectorId, value: sum / count },
    }));
}
