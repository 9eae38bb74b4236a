import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BODY_PACE, LARGE_PACE, MinimumPace, type Pace } from './minimum-pace.ts';

const PACE: Pace = { bytesPerSecond: 1_000, slackMs: 10_000, wholeMs: 100_000 };

/** When a body that arrives in steps of a second is given up; undefined: it arrives completely. */
function givenUpAt(pace: Pace, size: number, bytesInSecond: (second: number) => number): number | undefined {
  const watched = new MinimumPace(pace, 0, 0);
  let bytes = 0;
  for (let second = 1; ; second++) {
    bytes += bytesInSecond(second);
    if (bytes >= size) return undefined;
    if (watched.isLate(second * 1_000, bytes)) return second;
  }
}

describe('a minimum pace', () => {
  it('allows a pause, but not a longer one', () => {
    expect(givenUpAt(PACE, 50_000, (second) => (second <= 10 ? 0 : 5_000))).toBeUndefined();
    expect(givenUpAt(PACE, 50_000, () => 0)).toBe(11);
  });

  it('gives no credit for bytes that arrive early', () => {
    expect(givenUpAt(PACE, 1_000_000, (second) => (second === 1 ? 900_000 : 0))).toBe(12);
  });

  it('has a deadline, however fast bytes arrive', () => {
    expect(givenUpAt(PACE, Infinity, () => 1_000_000)).toBe(101);
  });

  it('does not count time that the other side cannot use', () => {
    const pace = new MinimumPace(PACE, 0, 0);
    for (let second = 1; second < 60; second++) pace.excuse(second * 1_000, 0);
    expect(pace.isLate(60_000, 0)).toBe(false);
    // The pace was not checked for a long time: this process was suspended, and so were its clients.
    expect(pace.isLate(90_000, 0)).toBe(false);
  });

  it('is kept by any fast enough sender, whatever the order of its pauses within the slack', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 9 }), (pauses) => {
        const seconds = pauses.flatMap((pause) => [...Array<number>(pause).fill(0), (pause + 1) * 1_000]);
        expect(givenUpAt(PACE, pauses.length * 1_000, (second) => seconds[second - 1] ?? 0)).toBeUndefined();
      }),
    ));
});

describe('from a field with a bad signal', () => {
  it.each([
    ['a record of 500 bytes at 30 bytes a second', BODY_PACE, 500, 30],
    ['five records at 200 bytes a second', BODY_PACE, 2_500, 200],
    ['a bulk sync of 230 kB over GPRS', BODY_PACE, 230_000, 1_000],
    ['a photo of 1 MB at 5 kB a second', LARGE_PACE, 1_100_000, 5_000],
    ['a photo of 2 MB over EDGE', LARGE_PACE, 2_000_000, 10_000],
  ])('%s arrives', (_what, pace, size, bytesPerSecond) => {
    expect(givenUpAt(pace, size, () => bytesPerSecond)).toBeUndefined();
  });
});
