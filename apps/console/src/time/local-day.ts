const HOUR_MS = 3_600_000;

/** The calendar date in a zone at an instant, as `YYYY-MM-DD`. */
export function localDate(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  }).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The date so many calendar days after another. */
export function addDays(date: string, days: number): string {
  const noon = new Date(`${date}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}

/**
 * The first instant of a local date. Where clocks skip midnight the day begins after the gap; where midnight comes
 * twice, with the first.
 */
export function startOfDay(date: string, timeZone: string): Date {
  // No zone is further than 14 hours from UTC: the first instant with this date lies within these bounds.
  let before = Date.parse(`${date}T00:00:00Z`) - 15 * HOUR_MS;
  let within = before + 30 * HOUR_MS;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (localDate(new Date(middle), timeZone) < date) before = middle;
    else within = middle;
  }
  return new Date(within);
}

/** How many hours a local date has: 24 but for the days on which clocks change. */
export function hoursOfDay(date: string, timeZone: string): number {
  const length = startOfDay(addDays(date, 1), timeZone).getTime() - startOfDay(date, timeZone).getTime();
  return length / HOUR_MS;
}

/** The zone of this device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
