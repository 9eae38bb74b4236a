import { expect, it } from '@jest/globals';
import { thresholdsOf } from './thresholds.ts';

it.each([
  [26.6, undefined, false],
  [26.7, 'caution', false],
  [32.2, 'caution', false],
  [32.3, 'extreme-caution', true],
  [39.4, 'extreme-caution', true],
  [39.5, 'danger', true],
  [51.6, 'danger', true],
  [51.7, 'extreme-danger', true],
])('a heat index of %d °C is called %s (warning: %s)', (index, name, warns) => {
  const reached = thresholdsOf('heat-index')?.findLast(({ value }) => index >= value);
  expect([reached?.name, reached?.warns ?? false]).toEqual([name, warns]);
});

it('the others have none', () => {
  expect(thresholdsOf('powdery-mildew')).toEqual([{ name: 'shortest-interval', value: 60, warns: true }]);
  expect(thresholdsOf('degree-days')).toBeUndefined();
});
