import type { LocalDate } from './local-day.ts';

/** Of terms that each hold until the next one begins, the one of a day; undefined before the first. By bisection. */
export function inForceOn<Term extends { readonly validFrom: LocalDate }>(
  earliestFirst: readonly Term[],
  day: LocalDate,
): Term | undefined {
  let [from, to] = [0, earliestFirst.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((earliestFirst[middle] as Term).validFrom <= day) from = middle + 1;
    else to = middle;
  }
  return earliestFirst[from - 1];
}
