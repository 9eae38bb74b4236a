const HOUR = 3_600_000;

/** Making one takes as long as using it ten times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, ...date });
  formats.set(zone, made);
  return made;
}

/** The calendar date there, YYYY-MM-DD. */
export function dateIn(zone: string, at: Date = new Date()): string {
  const parts = formatOf(zone).formatToParts(at);
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${part['year']}-${part['month']}-${part['day']}`;
}

/** By asking Intl alone: the first instant, to the minute, at which the calendar of a zone shows a date. */
export function firstInstantOf(date: string, zone: string): string {
  const from = Date.parse(`${date}T00:00:00Z`) - 15 * HOUR;
  for (let at = from; at < from + 40 * HOUR; at += 60_000)
    if (dateIn(zone, new Date(at)) >= date) return new Date(at).toISOString();
  throw new Error(`${zone} has no ${date}`);
}

/** An instant some hours before now, or after it. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR).toISOString();
}
