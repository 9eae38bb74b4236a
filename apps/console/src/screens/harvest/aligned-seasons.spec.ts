import { describe, expect, it } from '@jest/globals';
import { alignedSeasons } from './aligned-seasons.ts';

const picked = (day: string, total: number) => ({ day, units: 1, total });

describe('two seasons on one axis', () => {
  it('have a point for each day since the first pick, until their last one', () => {
    const { at, lines } = alignedSeasons([
      { unit: 'kg', daysSince: 0, season: picked('2026-03-09', 10), before: picked('2025-03-04', 3) },
      { unit: 'kg', daysSince: 1, season: null, before: picked('2025-03-05', 5) },
      { unit: 'kg', daysSince: 3, season: null, before: picked('2025-03-07', 6) },
    ]);
    expect(at.map((seconds) => new Date(seconds * 1_000).toISOString())).toEqual([
      '2026-03-09T00:00:00.000Z',
      '2026-03-10T00:00:00.000Z',
      '2026-03-11T00:00:00.000Z',
      '2026-03-12T00:00:00.000Z',
    ]);
    expect(lines).toEqual([
      [10, null, null, null],
      [3, 5, 5, 6],
    ]);
  });

  it('may be one season, or none', () => {
    const before = [{ unit: 'kg', daysSince: 0, season: null, before: picked('2025-03-04', 3) }];
    expect(alignedSeasons(before).lines).toEqual([[null], [3]]);
    expect(alignedSeasons([])).toEqual({ at: [], lines: [[], []] });
  });
});
