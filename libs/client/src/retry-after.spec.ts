import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');

describe('Retry-After', () => {
  it.each([
    ['3', 3_000],
    [' 120 ', 120_000],
    ['0', 0],
    ['Mon, 02 Mar 2026 10:00:30 GMT', 30_000],
    ['Monday, 02-Mar-26 10:00:30 GMT', 30_000],
    ['Mon, 02 Mar 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['2026', 2_026_000],
    ['', undefined],
    [null, undefined],
  ])('%j is %j ms', (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });
});
