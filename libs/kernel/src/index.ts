export type { Branded } from './branded.ts';
export { currencyDecimals, MAX_CURRENCY_DECIMALS } from './currency.ts';
export { Clock, SharedClock, SystemClock } from './time/clock.ts';
export { DateRange } from './time/date-range.ts';
export { Decimal } from './decimal.ts';
export { DomainError, type FieldProblem, ValidationFailed } from './domain-error.ts';
export { DURATION, millisecondsOf } from './time/duration.ts';
export { isId, newId } from './ids.ts';
export { inForceOn } from './time/in-force.ts';
export { instantOf, instantWritten, isInstantText } from './time/instant.ts';
export { keyProblem } from './key.ts';
export {
  isLocalDate,
  isTimeZone,
  type LocalDate,
  localDateOf,
  nextLocalDate,
  startOfLocalDate,
} from './time/local-day.ts';
export type { Page, PageRequest } from './page.ts';
export { guardedText, RUN_BY_SPREADSHEETS, TAKEN_FOR_NUMBERS, unguardedText } from './spreadsheet-text.ts';
export { textOrder } from './text-order.ts';
export { localTime, offsetAt, type OffsetSpan, offsetSpans, offsetText } from './time/zone-offsets.ts';
