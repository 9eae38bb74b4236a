import { useState } from 'react';
import type { Project } from '../../api/places.ts';
import { addDays, localDate } from '../../time/local-day.ts';
import type { Detail, Span } from './climate-query.ts';

/** The user's choice. */
export interface Choice {
  readonly to: string;
  readonly days: number;
  readonly detail: Detail;
}

/**
 * The resolution for a number of days, which limits the number of points: raw readings for a few days, hours for a
 * month, days for a year.
 */
export const detailOf = (days: number): Detail => (days <= 2 ? 'raw' : days <= 31 ? '1h' : '1d');

/** The span that is shown; initially the last two local days of the project. */
export function useSpan({
  projectId,
  timezone,
}: Project): [Span & Choice, (change: Partial<Choice>) => void] {
  const [choice, setChoice] = useState<Choice>(() => ({
    ...{ days: 2, detail: detailOf(2) },
    to: localDate(new Date(), timezone),
  }));
  const change = (next: Partial<Choice>) =>
    setChoice((before) => ({
      ...before,
      ...(next.days !== undefined && { detail: detailOf(next.days) }),
      ...next,
    }));
  return [{ ...choice, projectId, timezone, from: addDays(choice.to, 1 - choice.days) }, change];
}
