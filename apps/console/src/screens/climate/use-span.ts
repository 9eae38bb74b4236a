import { useState } from 'react';
import type { Project } from '../../api/places.ts';
import { addDays, localDate } from '../../time/local-day.ts';
import type { Detail, Span } from './climate-query.ts';

/** What a person chooses. */
export interface Choice {
  readonly projectId: string;
  readonly to: string;
  readonly days: number;
  readonly detail: Detail;
}

/** Few enough points to read, many enough to see: raw readings of a day, hours of a month, days of a year. */
export const detailOf = (days: number): Detail => (days <= 2 ? 'raw' : days <= 31 ? '1h' : '1d');

/** The span that is shown; at first the last two days of the first project. */
export function useSpan(
  projects: readonly Project[],
  first: Project,
): [Span & Choice, (change: Partial<Choice>) => void] {
  const [choice, setChoice] = useState<Choice>(() => ({
    ...{ projectId: first.projectId, days: 2, detail: detailOf(2) },
    to: localDate(new Date(), first.timezone),
  }));
  const { timezone } = projects.find(({ projectId }) => projectId === choice.projectId) ?? first;
  const change = (next: Partial<Choice>) =>
    setChoice((before) => ({
      ...before,
      ...(next.days !== undefined && { detail: detailOf(next.days) }),
      ...next,
    }));
  return [{ ...choice, timezone, from: addDays(choice.to, 1 - choice.days) }, change];
}
