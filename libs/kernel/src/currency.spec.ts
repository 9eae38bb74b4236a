import { expect, it } from '@jest/globals';
import { currencyDecimals } from './currency.ts';

it.each([
  ['CLP', 0],
  ['JPY', 0],
  ['USD', 2],
  ['EUR', 2],
  ['HUF', 2],
  ['KWD', 3],
  ['IQD', 3],
  ['CLF', 4],
  [null, 2],
])('amounts in %s have %d decimals', (currency, decimals) => {
  expect(currencyDecimals(currency)).toBe(decimals);
});
