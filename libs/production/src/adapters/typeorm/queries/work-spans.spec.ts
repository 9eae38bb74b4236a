import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { daySpanColumns, daySpans } from './work-spans.ts';

const MINUTE = 60_000;
const at = (minutes: number) => Date.UTC(2026, 0, 12) + minutes * MINUTE;
const span = (shiftId: string, from: number, to: number, workerId = 'ana') => ({
  ...{ shiftId, workerId, startedAt: at(from), endedAt: at(to) },
});

describe('the time spans that assign units to shifts', () => {
  it('separate adjacent shifts at the instant at which the later one begins', () => {
    const spans = [...daySpans([span('a', 60, 120), span('b', 120, 180)])].flat();
    expect(spans.map(({ shift, to }) => [shift, to])).toEqual([
      [0, '2026-01-12T01:59:59.999Z'],
      [1, '2026-01-12T03:00:00.000Z'],
    ]);
  });

  it('assign each instant to the shift that began last, one that does not yield if there is any, with its day', () => {
    const minutes = fc.integer({ min: 0, max: 3_000 });
    const worked = fc.record({
      from: minutes,
      length: fc.integer({ min: 1, max: 1_440 }),
      yields: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(worked, { maxLength: 6 }), minutes, (shifts, when) => {
        const all = shifts.map(({ from, length, yields }, index) => ({
          ...span(`s${index}`, from, from + length),
          yields,
        }));
        const instant = new Date(at(when)).toISOString();
        const within = all
          .filter(({ startedAt, endedAt }) => startedAt <= at(when) && endedAt >= at(when))
          .sort(
            (a, b) =>
              Number(b.yields) - Number(a.yields) ||
              a.startedAt - b.startedAt ||
              (a.shiftId < b.shiftId ? -1 : 1),
          );
        const found = [...daySpans(all)]
          .flat()
          .filter(({ day, from, to }) => day === instant.slice(0, 10) && from <= instant && to >= instant);
        expect(found.map(({ shift }) => all[shift]?.shiftId)).toEqual(
          within.slice(-1).map(({ shiftId }) => shiftId),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('are sent as one array text per member, in one order', () => {
    const [early, late, other] = [span('a', 0, 60), span('c', 120, 1_500), span('b', 30, 90, 'ben')];
    expect(daySpanColumns([early, other, late])).toEqual({
      shift: '{0,2,2,1}',
      workerId: '{ana,ana,ana,ben}',
      day: '{2026-01-12,2026-01-12,2026-01-13,2026-01-12}',
      from: '{2026-01-12T00:00:00.000Z,2026-01-12T02:00:00.000Z,2026-01-12T02:00:00.000Z,2026-01-12T00:30:00.000Z}',
      to: '{2026-01-12T01:00:00.000Z,2026-01-13T01:00:00.000Z,2026-01-13T01:00:00.000Z,2026-01-12T01:30:00.000Z}',
    });
    expect(daySpanColumns([]).shift).toBe('{}');
  });
});
