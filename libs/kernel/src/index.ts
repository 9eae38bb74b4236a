export type { Branded } from './branded.ts';
export { Clock, SharedClock, SystemClock } from './clock.ts';
export { DateRange, DateRangeTooLong, InvalidDateRange } from './date-range.ts';
export { Decimal } from './decimal.ts';
export { DomainError, type FieldProblem, ValidationFailed } from './domain-error.ts';
export { DURATION, millisecondsOf } from './duration.ts';
export { isId, newId } from './ids.ts';
export { instantOf } from './instant.ts';
export { keyProblem } from './key.ts';
export {
  isLocalDate,
  isTimeZone,
  type LocalDate,
  localDateOf,
  nextLocalDate,
  startOfLocalDate,
} from './local-day.ts';
export type { Page, PageRequest } from './page.ts';
export { type ApplyOptions, declaredIn, Reconciliation } from './reconciliation.ts';
export {
  DeviceNotFound,
  IdempotencyKeyReused,
  ProjectForbidden,
  ProjectNotFound,
  RecordedInFuture,
  RecordNotFound,
  SectorForbidden,
  SectorNotFound,
  SectorNotInProject,
  StartedInFuture,
  WorkerNotFound,
} from './refusals.ts';
export { textOrder } from './text-order.ts';
export { localTime, offsetAt, type OffsetSpan, offsetSpans, offsetText } from './zone-offsets.ts';
