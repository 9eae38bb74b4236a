/** The formats for dates and times that every workbook has, of all languages (ECMA-376-1, 18.8.30). */
const BUILT_IN: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
const MAX_FORMAT_LENGTH = 255;
const MS_PER_DAY = 86_400_000;
const MAX_SERIAL = 2_958_466; // the year 9999
/** Day 0 of the two systems. The first takes 1900 for a leap year, so it is a day off before March of that year. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const FIRST_RIGHT_DAY = 61;

export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.some(([from, to]) => id >= from && id <= to);
  const bare = code.slice(0, MAX_FORMAT_LENGTH).replaceAll(/"[^"]*"|\[[^\][]*\]|\\.|_.|\*./gu, '');
  return /[dmyhs]/iu.test(bare) && !/[0#?]/u.test(bare.replaceAll(/[sS]\.0+/gu, ''));
}

/**
 * A number of days since the epoch, written `2026-01-31`, `2026-01-31T08:30:00`, or `08:30:00` before the first day.
 * @returns undefined for a number that is no date
 */
export function dateText(serial: number, isFrom1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < MAX_SERIAL)) return undefined;
  const isEarly = !isFrom1904 && serial >= 1 && serial < FIRST_RIGHT_DAY - 1;
  const days = isEarly ? serial + 1 : serial;
  const milliseconds = Math.round((days * MS_PER_DAY) / 1_000) * 1_000;
  const text = new Date((isFrom1904 ? EPOCH_1904 : EPOCH_1900) + milliseconds).toISOString();
  const [date, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (serial < 1 && serial !== 0) return time;
  return Number.isInteger(serial) ? date : `${date}T${time}`;
}
