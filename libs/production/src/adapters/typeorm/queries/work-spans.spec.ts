import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { daySpans } from './work-spans.ts';

const MINUTE = 60_000;
const at = (minutes: number) => Date.UTC(2026, 0, 12) + minutes * MINUTE;
const span = (shiftId: string, from: number, to: number, workerId = 'ana') => ({
  ...{ shiftId, workerId, startedAt: at(from), endedAt: at(to) },
});

describe('the spans by which units are told apart', () => {
  it('tell back-to-back shifts apart at the instant at which the later one begins', () => {
    const spans = daySpans([span('a', 60, 120), span('b', 120, 180)]);
    expect(spans.map(({ shiftId, to }) => [shiftId, to])).toEqual([
      ['a', '2026-01-12T01:59:59.999Z'],
      ['b', '2026-01-12T03:00:00.000Z'],
    ]);
  });

  it('have each instant of a worker in the one that began last, under the day that it is of', () => {
    const minutes = fc.integer({ min: 0, max: 3_000 });
    const worked = fc.record({ from: minutes, length: fc.integer({ min: 1, max: 1_440 }) });
    fc.assert(
      fc.property(fc.array(worked, { maxLength: 6 }), minutes, (shifts, when) => {
        const all = shifts.map(({ from, length }, index) => span(`s${index}`, from, from + length));
        const instant = new Date(at(when)).toISOString();
        const within = all
          .filter(({ startedAt, endedAt }) => startedAt <= at(when) && endedAt >= at(when))
          .sort((a, b) => a.startedAt - b.startedAt || (a.shiftId < b.shiftId ? -1 : 1));
        const found = daySpans(all).filter(
          ({ day, from, to }) => day === instant.slice(0, 10) && from <= instant && to >= instant,
        );
        expect(found.map(({ shiftId }) => shiftId)).toEqual(within.slice(-1).map(({ shiftId }) => shiftId));
      }),
      { numRuns: 200 },
    );
  });
});
