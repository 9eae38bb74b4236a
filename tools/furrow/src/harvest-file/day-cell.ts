import { instantOf, isLocalDate, type LocalDate, localDateOf } from '@furrow/kernel';
import type { DateOrder } from './date-orders.ts';

const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:[T ]\d.*)?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?: \d.*)?$/;

/** The day in a cell, or an error message. A time of day is dropped; with an offset, `zone` determines the day. */
export function dayIn(
  text: string,
  zone: string,
  order?: DateOrder,
): { day: LocalDate } | { problem: string } {
  const instant = instantOf(text);
  if (instant !== undefined) return { day: localDateOf(instant, zone) };
  const [, year, separator, month, date] = YEAR_FIRST.exec(text) ?? [];
  if (year && month && date && (separator !== '' || month.length + date.length === 4))
    return dayOf(text, year, month, date);
  const [, first, mark, second, last] = YEAR_LAST.exec(text) ?? [];
  if (!first || !second || !last) return { problem: `"${text}" is not a day such as 2019-05-07` };
  const known = order ?? (mark === '.' ? 'dmy' : orderOf(Number(first), Number(second)));
  // The same message for every cell, so that it is reported once for all lines.
  if (known === undefined && Number(first) !== Number(second))
    return { problem: 'the day is ambiguous: choose --date-order dmy or --date-order mdy' };
  return known === 'mdy' ? dayOf(text, last, first, second) : dayOf(text, last, second, first);
}

/**
 * The two leading numbers of a day with the year last and slashes or dashes, and the order they prove; undefined for
 * other text.
 */
export function numbersOfDay(
  text: string,
): { first: number; second: number; order: DateOrder | undefined } | undefined {
  const [, first, mark, second] = YEAR_LAST.exec(text) ?? [];
  if (first === undefined || second === undefined || mark === '.') return undefined;
  return { first: Number(first), second: Number(second), order: orderOf(Number(first), Number(second)) };
}

/** A number above twelve is no month. */
function orderOf(first: number, second: number): DateOrder | undefined {
  if (first > 12 && second <= 12) return 'dmy';
  return second > 12 && first <= 12 ? 'mdy' : undefined;
}

function dayOf(text: string, year: string, month: string, date: string) {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isLocalDate(day) && day >= '1900' ? { day } : { problem: `"${text}" is not a day of the calendar` };
}
