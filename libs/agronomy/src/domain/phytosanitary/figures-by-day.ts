import { Decimal, type LocalDate, localDateOf } from '@furrow/kernel';
import {
  addCounts,
  addSums,
  type AssessmentCounts,
  EMPTY_SUM,
  incidenceOf,
  NONE_ASSESSED,
  severityOf,
  type Sum,
} from './infestation.ts';

/** What somebody saw of pests and diseases in a sector. */
export interface Observed {
  readonly at: Date;
  readonly sectorId: string;
  readonly responses: readonly {
    readonly name: string;
    /** Null: not assessed, which is different from zero. */
    readonly value: number | null;
    /** Percent; null if not assessed. */
    readonly severity: number | null;
  }[];
}

/** A pest or disease in a sector on one local day. What was not assessed on that day is null. */
export interface DayFigures {
  readonly localDate: LocalDate;
  readonly sectorId: string;
  readonly name: string;
  /** Mean of the counts or amounts. */
  readonly counted: number | null;
  /** Percent, as `incidenceOf`. */
  readonly incidence: number | null;
  /** Percent, as `severityOf`. */
  readonly severity: number | null;
}

interface Sums extends Pick<DayFigures, 'localDate' | 'sectorId' | 'name'> {
  counts: AssessmentCounts;
  values: Sum;
  severities: Sum;
}

/** Figures by local day, sector and pest, the earliest day first. */
export function figuresByDay(observed: Iterable<Observed>, timezone: string): DayFigures[] {
  const days = new Map<string, Sums>();
  for (const { at, sectorId, responses } of observed) {
    const localDate = localDateOf(at, timezone);
    for (const { name, value, severity } of responses) {
      const key = JSON.stringify([localDate, sectorId, name]);
      const none = { counts: NONE_ASSESSED, values: EMPTY_SUM, severities: EMPTY_SUM };
      const day = days.get(key) ?? { localDate, sectorId, name, ...none };
      days.set(key, day);
      if (value === null) continue;
      day.counts = addCounts(day.counts, { assessed: 1, affected: value > 0 ? 1 : 0 });
      day.values = addSums(day.values, { total: new Decimal(value), count: 1 });
      if (severity !== null)
        day.severities = addSums(day.severities, { total: new Decimal(severity), count: 1 });
    }
  }
  return [...days.values()]
    .sort((a, b) => (a.localDate < b.localDate ? -1 : a.localDate > b.localDate ? 1 : 0))
    .map(({ counts, values, severities, ...day }) => ({
      ...day,
      counted: values.count === 0 ? null : Number(values.total.div(values.count).toFixed()),
      incidence: counts.assessed === 0 ? null : incidenceOf(counts),
      severity: severities.count === 0 ? null : severityOf(severities),
    }));
}
