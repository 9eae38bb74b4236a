import { type LocalDate, nextLocalDate } from '@furrow/kernel';
import { WEEKDAYS } from './terms/pay-policy.ts';

const DAY = 86_400_000;
const at = (date: LocalDate) => Date.parse(`${date}T00:00:00.000Z`);
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10) as LocalDate;

/** Local days from `from` to `to`, both included. */
export interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

export const dayBefore = (day: LocalDate): LocalDate => dateOf(at(day) - DAY);

/** So many days before. */
export const daysEarlier = (day: LocalDate, count: number): LocalDate => dateOf(at(day) - count * DAY);

export const isWithin = (day: LocalDate, { from, to }: Days): boolean => day >= from && day <= to;

/** A cache, because the same few weeks are needed for each worker of a run. */
const known = new Map<string, Days>();
const MOST_KNOWN = 5_000;

/** The workweek of a day: seven days, the first of which is a `startsOn`. */
export function workweekOf(day: LocalDate, startsOn: string): Days {
  const key = `${startsOn} ${day}`;
  const week = known.get(key) ?? workedOut(day, startsOn);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, week);
  return week;
}

function workedOut(day: LocalDate, startsOn: string): Days {
  const weekday = (new Date(at(day)).getUTCDay() + 6) % 7; // monday is 0
  const since = (weekday - WEEKDAYS.findIndex((name) => name === startsOn) + 7) % 7;
  return { from: dateOf(at(day) - since * DAY), to: dateOf(at(day) + (6 - since) * DAY) };
}

/** Every workweek with a day within these, in order. */
export function workweeksIn(days: Days, startsOn: string): Days[] {
  const weeks: Days[] = [];
  for (let day = days.from; day <= days.to;) {
    const week = workweekOf(day, startsOn);
    weeks.push(week);
    day = nextLocalDate(week.to);
  }
  return weeks;
}

/** Days of a workweek that begins before a run, and the earlier run that pays them. */
export interface EarlierDays extends Days {
  /** The days of that run; those without a frozen run are taken for one run. */
  readonly run: Days;
}

/**
 * The days of a workweek before `from`, cut as earlier runs cut them, in order.
 * @param earlier the frozen runs of these days, which do not overlap
 */
export function daysBefore(week: Days, from: LocalDate, earlier: readonly Days[]): EarlierDays[] {
  const cuts: EarlierDays[] = [];
  for (let day = week.from; day < from;) {
    const run = earlier.find((each) => isWithin(day, each));
    const next = earlier.map((each) => each.from).filter((each) => each > day && each < from);
    const last = run ? run.to : dayBefore([...next, from].toSorted()[0] ?? from);
    const to = last < from ? last : dayBefore(from);
    cuts.push({ from: day, to, run: run ?? { from: day, to } });
    day = nextLocalDate(to);
  }
  return cuts;
}
