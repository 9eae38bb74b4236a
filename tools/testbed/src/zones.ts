const HOUR = 3_600_000;

/** Cached, because creating one takes ten times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, ...date });
  formats.set(zone, made);
  return made;
}

/** The calendar date in a zone, YYYY-MM-DD. */
export function dateIn(zone: string, at: Date = new Date()): string {
  const parts = formatOf(zone).formatToParts(at);
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${part['year']}-${part['month']}-${part['day']}`;
}

/** The first instant, to the minute, of a date in a zone; computed with Intl only. */
export function firstInstantOf(date: string, zone: string): string {
  const from = Date.parse(`${date}T00:00:00Z`) - 15 * HOUR;
  for (let at = from; at < from + 40 * HOUR; at += 60_000)
    if (dateIn(zone, new Date(at)) >= date) return new Date(at).toISOString();
  throw new Error(`${zone} has no ${date}`);
}

/** An instant this many hours ago; negative for the future. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR).toISOString();
}
