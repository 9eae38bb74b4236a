import { expect, it } from '@jest/globals';
import type { PayStatement } from '../../api/types.ts';
import { sumOf } from './kinds.ts';

const statement = (...amounts: number[]) => ({
  lines: amounts.map((amount) => ({ kind: 'piece', amount }) as PayStatement['lines'][number]),
});

it('is exact in currencies with two, three and four decimals', () => {
  expect(sumOf(statement(0.1, 0.2), 'piece')).toBe(0.3);
  expect(sumOf(statement(32.625, 0.001, -1.002), 'piece')).toBe(31.624);
  expect(sumOf(statement(1.0001, 2.0002), 'piece')).toBe(3.0003);
  expect(sumOf(statement(32.625), 'bonus')).toBe(0);
});
