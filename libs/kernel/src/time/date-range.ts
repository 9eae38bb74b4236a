import { DomainError } from '../domain-error.ts';
import type { LocalDate } from './local-day.ts';

const DAY = 86_400_000;

/** Local days from `start` to `end`, both included. */
export class DateRange {
  private constructor(
    readonly start: LocalDate,
    readonly end: LocalDate,
  ) {}

  /**
   * @throws InvalidDateRange if the end lies before the start
   * @throws DateRangeTooLong if it spans more than `maxDays` days, both ends counted
   */
  static of(start: LocalDate, end: LocalDate, maxDays: number): DateRange {
    const days = (Date.parse(end) - Date.parse(start)) / DAY + 1;
    DateRange.checkOrder(start, end);
    if (days > maxDays) throw new DateRangeTooLong(days, maxDays);
    return new DateRange(start, end);
  }

  /**
   * For a range of any length that may be open at either end.
   * @throws InvalidDateRange if the end lies before the start
   */
  static checkOrder(start: LocalDate | null, end: LocalDate | null): void {
    if (start !== null && end !== null && end < start) throw new InvalidDateRange(start, end);
  }
}

export class InvalidDateRange extends DomainError {
  override readonly code = 'invalid_date_range';
  constructor(start: string, end: string) {
    super(`The range ends on ${end}, before it starts on ${start}.`);
  }
}

export class DateRangeTooLong extends DomainError {
  override readonly code = 'date_range_too_long';
  constructor(days: number, maxDays: number) {
    super(`The range has ${days} days; at most ${maxDays} are allowed.`);
  }
}
