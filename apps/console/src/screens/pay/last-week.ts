import { addDays, todayIn } from '../../time/local-day.ts';

/** The seven days until today, by the clock of the company, which pay is calculated by. */
export function lastWeek(timeZone: string): { readonly from: string; readonly to: string } {
  const to = todayIn(timeZone);
  return { from: addDays(to, -6), to };
}
