import { describe, expect, it } from '@jest/globals';
import { type Sortable, sorted } from './sorted.ts';

const order = (values: readonly Sortable[], isDescending = false, locale = 'es') =>
  sorted(values, (value) => value, { isDescending, locale });

describe('sorted', () => {
  it('sorts numbers by size and texts by the language', () => {
    expect(order([10, 9, -1])).toEqual([-1, 9, 10]);
    expect(order(['Zoe', 'Ñuño', 'nora', 'Álex', 'Bea'])).toEqual(['Álex', 'Bea', 'nora', 'Ñuño', 'Zoe']);
  });

  it('sorts numbers within texts by size', () => {
    expect(order(['Vega 10', 'Vega 9'])).toEqual(['Vega 9', 'Vega 10']);
  });

  it('puts rows without a value last in both directions', () => {
    expect(order([2, null, 1, undefined])).toEqual([1, 2, null, undefined]);
    expect(order([2, null, 1, undefined], true)).toEqual([2, 1, null, undefined]);
  });

  it('keeps the order of rows with the same value in both directions', () => {
    const rows = [
      { id: 'a', of: 1 },
      { id: 'b', of: 1 },
      { id: 'c', of: 0 },
    ];
    const ids = (isDescending: boolean) =>
      sorted(rows, ({ of }) => of, { isDescending, locale: 'en' }).map(({ id }) => id);
    expect([ids(false), ids(true)]).toEqual([
      ['c', 'a', 'b'],
      ['a', 'b', 'c'],
    ]);
  });
});
