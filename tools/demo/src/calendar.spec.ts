import { describe, expect, it } from '@jest/globals';
import { Calendar, weekdayOf } from './calendar.ts';

const ZONE = 'Europe/Madrid';
const at = (instant: string) => new Calendar(new Date(instant), ZONE, 64);

describe('the calendar of a season', () => {
  it('has working days before today, without Sundays', () => {
    const { workdays, today } = at('2027-03-28T10:00:00Z');
    expect(workdays).toHaveLength(64);
    expect(workdays.every((day) => day < today && weekdayOf(day) !== 0)).toBe(true);
    expect(workdays.toSorted()).toEqual(workdays);
  });

  it('counts weeks from Mondays, on a Sunday and a Monday', () => {
    expect(at('2027-03-28T10:00:00Z').monday()).toBe('2027-03-22');
    expect(at('2027-03-29T10:00:00Z').monday(2)).toBe('2027-03-15');
  });

  it('opens today’s session hours ago, but today', () => {
    expect(at('2027-03-29T10:02:00Z').openedToday.toISOString()).toBe('2027-03-29T06:30:00.000Z');
    expect(at('2027-03-28T22:03:00Z').openedToday.toISOString()).toBe('2027-03-28T22:00:00.000Z');
  });

  it('begins the running shifts hours ago, and no week while those of the last one run', () => {
    const early = at('2027-03-28T22:03:00Z');
    expect(early.shiftsBegan.toISOString()).toBe('2027-03-28T18:30:00.000Z');
    expect([early.today, early.monday(), early.monday(1)]).toEqual([
      ...['2027-03-29', '2027-03-22', '2027-03-15'],
    ]);
  });
});
