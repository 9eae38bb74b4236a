import type { HarvestSeasonDay } from '../../api/types.ts';
import type { Aligned } from '../../series/gaps.ts';
import { addDays } from '../../time/local-day.ts';

/**
 * Two seasons on the days of the later one, or of the earlier one where the later one has none: a point for each day since
 * the first pick, with what was picked until then, at midnight UTC: it is a date, not an instant. After its last pick a
 * season has no points.
 */
export function alignedSeasons(days: readonly HarvestSeasonDay[]): Aligned {
  const [first] = days;
  const last = Math.max(...days.map(({ daysSince }) => daysSince), 0);
  const firstDay = first?.season?.day ?? first?.before?.day;
  if (firstDay === undefined) return { at: [], lines: [[], []] };
  const byDay = new Map(days.map((day) => [day.daysSince, day]));
  const since = Array.from({ length: last + 1 }, (_, index) => index);
  const line = (of: (day: HarvestSeasonDay) => { readonly total: number } | null) => {
    const end = Math.max(...days.filter((day) => of(day) !== null).map(({ daysSince }) => daysSince), -1);
    let total = 0;
    return since.map((index) => {
      const day = byDay.get(index);
      total = (day && of(day)?.total) ?? total;
      return index > end ? null : total;
    });
  };
  return {
    at: since.map((index) => Date.parse(addDays(firstDay, index)) / 1_000),
    lines: [line(({ season }) => season), line(({ before }) => before)],
  };
}
