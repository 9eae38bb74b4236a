import { DateRange, type LocalDate } from '@furrow/kernel';
import { LocalHours, LocalRange } from '../domain/index.ts';
import type { SeriesQuery } from './ports.ts';

const HOUR_MS = 3_600_000;
/** The maximum range, days. */
const MAX_MEASURED_DAYS = 731;

/** What stations measure, and what is computed from it. */
export const COVERED = ['te', 'hr', 'vpd', 'wind', 'rain', 'rad', 'par', 'wet'] as const;
export type Covered = (typeof COVERED)[number];

/** How much of a local day was measured, which tells how reliable its sums and means are. */
export interface MeasuredDay {
  readonly date: LocalDate;
  /** 24 except for days of a clock change. */
  readonly hours: number;
  /** The share of its hours in which each was measured, 0 to 1; what was not measured is left out. */
  readonly coverage: Readonly<Partial<Record<Covered, number>>>;
}

export interface ReadMeasuredDaysInput {
  readonly projectId: string;
  /** Local dates, both included. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** IANA name. */
  readonly timezone: string;
}

/** The length and the coverage of local days. */
export class ReadMeasuredDays {
  constructor(private readonly series: SeriesQuery) {}

  /** @throws InvalidDateRange | DateRangeTooLong; ProjectForbidden */
  async execute(
    companyId: string,
    { projectId, from, to, timezone }: ReadMeasuredDaysInput,
  ): Promise<readonly MeasuredDay[]> {
    DateRange.of(from, to, MAX_MEASURED_DAYS);
    const range = LocalRange.of({ from: `${from}T00:00`, to: `${to}T23:59:59.999`, timezone });
    const counts = new Map<string, Partial<Record<Covered, number>>>();
    await this.series.weather(
      { companyId, projectId, sectorId: null, range, interval: '1h', include: ['rain', 'rad', 'par', 'wet'] },
      async (points) => {
        for (const point of points) count(counts, JSON.parse(point) as Hour);
      },
    );
    const { days } = LocalHours.of({ first: from, last: to }, timezone, { before: 0, after: 1 });
    return days.slice(0, -1).map(({ date, start }, n): MeasuredDay => {
      const hours = ((days[n + 1]?.start ?? start) - start) / HOUR_MS;
      return { date, hours, coverage: sharesOf(counts.get(date) ?? {}, Math.round(hours)) };
    });
  }
}

type Hour = { readonly local_time: string } & { readonly [Member in Covered]?: number | null };

function count(counts: Map<string, Partial<Record<Covered, number>>>, hour: Hour): void {
  const date = hour.local_time.slice(0, 10);
  let ofDay = counts.get(date);
  if (!ofDay) counts.set(date, (ofDay = {}));
  for (const member of COVERED) if ((hour[member] ?? null) !== null) ofDay[member] = (ofDay[member] ?? 0) + 1;
}

const sharesOf = (measured: Partial<Record<Covered, number>>, hours: number): MeasuredDay['coverage'] =>
  Object.fromEntries(Object.entries(measured).map(([member, known]) => [member, Math.min(1, known / hours)]));
