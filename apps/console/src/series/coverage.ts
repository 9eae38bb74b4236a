/**
 * The share of each local day's hours in which something was measured, 0 to 1, which tells how reliable a day's sum or
 * mean is. Days without any measurement are left out.
 * @param hours local times of hours that have a value; each begins with its local date
 * @param lengths hours of the days that do not have 24
 */
export function coverageByDay(
  hours: readonly string[],
  lengths: ReadonlyMap<string, number>,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const local of hours) {
    const day = local.slice(0, 10);
    counts[day] = (counts[day] ?? 0) + 1;
  }
  for (const [day, count] of Object.entries(counts))
    counts[day] = Math.min(1, count / Math.round(lengths.get(day) ?? 24));
  return counts;
}
