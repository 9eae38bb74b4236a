import { expect, it } from '@jest/globals';
import { recentOf } from './recent.ts';

it('what was measured today is what has the local date of today, also on a day that begins at one o’clock', () => {
  const weather = {
    at: [0, 900, 1_800, 2_700],
    dates: ['2026-09-05', '2026-09-05', '2026-09-06', '2026-09-06'],
    values: { te: [5, 9, 8, 7], rain: [1, 1, 0.1, 0.2] },
  };
  expect(recentOf(weather, 'te', '2026-09-06')).toMatchObject({ last: 7, today: { low: 7, high: 8 } });
  expect(recentOf(weather, 'rain', '2026-09-06')?.today?.sum).toBe(0.3);
  expect(recentOf(weather, 'te', '2026-09-07')).toMatchObject({ last: 7, today: undefined });
  expect(recentOf(weather, 'wind', '2026-09-06')).toBeUndefined();
});
