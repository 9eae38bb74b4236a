import { expect, it } from '@jest/globals';
import { heatCategoryOf, isHarmful } from './heat.ts';

it.each([
  [26.6, undefined, false],
  [26.7, 'caution', false],
  [32.2, 'caution', false],
  [32.3, 'extreme-caution', true],
  [39.4, 'extreme-caution', true],
  [39.5, 'danger', true],
  [51.6, 'danger', true],
  [51.7, 'extreme-danger', true],
])('a heat index of %d °C is called %s (harmful: %s)', (value, name, harmful) => {
  expect([heatCategoryOf(value), isHarmful(value)]).toEqual([name, harmful]);
});
