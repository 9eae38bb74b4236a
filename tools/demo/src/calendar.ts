import { type LocalDate, localDateOf, startOfLocalDate } from '@furrow/kernel';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The days of a season that ends today, whatever the date is. */
export class Calendar {
  /** Local date of the farm. */
  readonly today: LocalDate;
  /** The working days before today, oldest first: all days but Sundays. */
  readonly workdays: readonly LocalDate[];

  /**
   * @param now the instant at which the season ends
   * @param timezone of the farm, whose date is `today`
   * @param workdays how many there are
   */
  constructor(
    readonly now: Date,
    readonly timezone: string,
    workdays: number,
    today?: LocalDate,
  ) {
    this.today = today ?? localDateOf(now, timezone);
    const days: LocalDate[] = [];
    for (let ago = 1; days.length < workdays; ago++) {
      const day = this.daysAgo(ago);
      if (weekdayOf(day) !== 0) days.unshift(day);
    }
    this.workdays = days;
  }

  daysAgo(count: number): LocalDate {
    return new Date(Date.parse(this.today) - count * DAY).toISOString().slice(0, 10) as LocalDate;
  }

  /** The Monday of the week in which the running shifts began, or of `weeks` before it. */
  monday(weeks = 0): LocalDate {
    const began = localDateOf(this.shiftsBegan, this.timezone);
    const days = (Date.parse(this.today) - Date.parse(began)) / DAY;
    return this.daysAgo(days + ((weekdayOf(began) + 6) % 7) + 7 * weeks);
  }

  /** @param hour of the local day, such as 6.5 for half past six */
  at(day: LocalDate, hour: number, timezone = this.timezone): Date {
    return new Date(startOfLocalDate(day, timezone).getTime() + Math.round(hour * 60) * MINUTE);
  }

  /** When the running shifts began: three and a half hours ago, also where that was yesterday. */
  get shiftsBegan(): Date {
    const step = 5 * MINUTE;
    return new Date(Math.floor((this.now.getTime() - 3.5 * HOUR) / step) * step);
  }

  /** When today's session was opened: when the shifts began, but today. */
  get openedToday(): Date {
    const midnight = startOfLocalDate(this.today, this.timezone);
    return new Date(Math.max(this.shiftsBegan.getTime(), midnight.getTime()));
  }
}

/** 0 is Sunday. */
export function weekdayOf(day: LocalDate): number {
  return new Date(day).getUTCDay();
}
