import { localDate, startOfDay } from '../time/local-day.ts';

interface Observation {
  readonly record_time: string | null;
  readonly created_at: string;
  readonly sectorId: string | null;
  readonly responses: readonly {
    readonly name: string;
    /** Null: not assessed, which is different from zero. */
    readonly value_number: number | null;
    /** In percent; null if not assessed. */
    readonly severity: number | null;
  }[];
}

/** The measures of a pest: how many were counted, in what share of places it was found, how severe it was there. */
export type Measure = 'counted' | 'incidence' | 'severity';

export interface DayValue {
  /** Seconds since 1970 of the start of the local day. */
  readonly at: number;
  readonly sectorId: string;
  /** The mean of the sector's assessments on that day, as counts or in percent. */
  readonly value: number;
}

/** The value of one response; undefined if it was not assessed. Means of these are the values of the API's summary. */
const VALUES: Readonly<Record<Measure, (of: Observation['responses'][number]) => number | null | undefined>> =
  {
    counted: ({ value_number }) => value_number,
    incidence: ({ value_number }) => (value_number === null ? null : value_number > 0 ? 100 : 0),
    severity: ({ severity }) => severity,
  };

/** A measure of a pest by day and sector; leaves out observations without a sector. */
export function valuesByDay(
  observations: readonly Observation[],
  pest: string,
  measure: Measure,
  timeZone: string,
): DayValue[] {
  const sums = new Map<
    string,
    { readonly day: string; readonly sectorId: string; sum: number; count: number }
  >();
  for (const { record_time, created_at, sectorId, responses } of observations) {
    if (sectorId === null) continue;
    const day = localDate(new Date(record_time ?? created_at), timeZone);
    for (const response of responses) {
      const value = response.name === pest ? (VALUES[measure](response) ?? null) : null;
      if (value === null) continue;
      const key = `${day} ${sectorId}`;
      const entry = sums.get(key) ?? { day, sectorId, sum: 0, count: 0 };
      sums.set(key, entry);
      entry.sum += value;
      entry.count += 1;
    }
  }
  return [...sums.values()]
    .sort((a, b) => a.day.localeCompare(b.day))
    .map(({ day, sectorId, sum, count }) => ({
      ...{ at: startOfDay(day, timeZone).getTime() / 1_000, sectorId, value: sum / count },
    }));
}
