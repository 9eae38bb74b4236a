/**
 * The time zone of a company's days: the most common one among its projects; on a tie the company's own if it is one of
 * them, else the alphabetically first. Without projects the company's own.
 * @param own IANA name, as all of them
 * @param ofProjects one for each project
 */
export function companyZone(own: string, ofProjects: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const zone of ofProjects) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const commonest = [...counts.keys()].filter((zone) => counts.get(zone) === most).sort();
  return commonest.includes(own) ? own : (commonest[0] ?? own);
}
