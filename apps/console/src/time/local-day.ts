/** Cached, because creating a formatter takes longer than formatting a thousand dates. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formats `YYYY-MM-DD`, as the locale en-CA writes dates. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let known = formatters.get(timeZone);
  if (!known) {
    known = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formatters.set(timeZone, known);
  }
  return known;
}

/** The calendar date in a zone at an instant, as `YYYY-MM-DD`. */
export const localDate = (instant: Date, timeZone: string): string => formatterOf(timeZone).format(instant);

/** The calendar date in a zone now. */
export const todayIn = (timeZone: string): string => localDate(new Date(), timeZone);

/** The date `days` calendar days after another. */
export function addDays(date: string, days: number): string {
  const noon = new Date(`${date}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}

/** The same calendar date a year before; 28 February for 29 February. */
export function yearBefore(date: string): string {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0');
  return `${year}-${date.endsWith('-02-29') ? '02-28' : date.slice(5)}`;
}
