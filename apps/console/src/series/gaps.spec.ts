import { describe, expect, it } from '@jest/globals';
import { byTime, inColumns, lastKnown, usualStep, withGaps } from './gaps.ts';

const point = (at: number, ...values: (number | null)[]) => ({ at, values });

describe('gaps', () => {
  it('break a line where readings are missing, one step behind the last', () => {
    const { at, lines } = withGaps(
      inColumns([point(0, 1), point(600, 2), point(1200, 3), point(3600, 4), point(4200, 5)]),
    );
    expect(at).toEqual([0, 600, 1200, 1800, 3600, 4200]);
    expect(lines).toEqual([[1, 2, 3, null, 4, 5]]);
  });

  it('are not seen in readings that come a little late, nor in what one sensor alone left out', () => {
    const points = [point(0, 1, 7), point(600, 2, null), point(1700, 3, 8), point(2300, 3, 8)];
    expect(withGaps(inColumns(points))).toEqual({
      at: [0, 600, 1700, 2300],
      lines: [
        [1, 2, 3, 3],
        [7, null, 8, 8],
      ],
    });
  });

  it('are found by the step that was asked for: two days a month apart are no line', () => {
    expect(withGaps(inColumns([point(0, 1), point(30 * 86_400, 2)]), 86_400).at).toEqual([
      0,
      86_400,
      30 * 86_400,
    ]);
  });

  it('are not all there is where a station reported every second for a minute', () => {
    const hourly = Array.from({ length: 48 }, (_, i) => i * 3_600);
    const burst = Array.from({ length: 60 }, (_, i) => 30 * 3_600 + i);
    const at = [...new Set([...hourly, ...burst])].sort((a, b) => a - b);
    expect(usualStep(at)).toBe(3_600);
    expect(withGaps({ at, lines: [at] }).at).toEqual(at);
  });

  it('are seen where more than half of the time is missing', () => {
    const at = [0, 600, 1_200, 1_800, 7_200, 7_800];
    expect(withGaps({ at, lines: [at] }).at).toEqual([0, 600, 1_200, 1_800, 2_400, 7_200, 7_800]);
  });

  it('need no points', () => {
    expect(withGaps(inColumns([]))).toEqual({ at: [], lines: [] });
    expect(usualStep([5])).toBe(3_600);
  });
});

it('lays points of several lines side by side', () => {
  const points = [
    { t: 2, line: 1, v: 20 },
    { t: 1, line: 0, v: 10 },
    { t: 2, line: 0, v: 11 },
  ];
  const rows = byTime(
    points,
    ({ t }) => t,
    ({ line }) => line,
    ({ v }) => v,
    2,
  );
  expect(rows).toEqual([point(1, 10, null), point(2, 11, 20)]);
});

it('goes back from the end to what was measured last', () => {
  expect(
    lastKnown({
      at: [1, 2, 3],
      lines: [
        [5, null, null],
        [null, 6, null],
      ],
    }),
  ).toBe(1);
  expect(lastKnown({ at: [1], lines: [[null]] })).toBe(0);
});
