import { expect, it } from '@jest/globals';
import { whole } from './whole.ts';

it('an option accepts whole numbers within its bounds', () => {
  expect(['1', ' 7', '10'].map(whole(1, 10))).toEqual([1, 7, 10]);
  expect(whole(0)('9007199254740991')).toBe(9_007_199_254_740_991);
});

it.each(['', ' ', '0', '11', '1.5', 'seven', '-1', 'Infinity'])(
  'an option refuses "%s", and says what it accepts',
  (text) => {
    expect(() => whole(1, 10)(text)).toThrow('It must be a whole number from 1 to 10.');
    expect(() => whole(100)(text)).toThrow('It must be a whole number of at least 100.');
  },
);
