import { describe, expect, it } from '@jest/globals';
import { dayOf, orderIn, workersOf } from './list-rows.ts';

const list = (...rows: string[][]) => ({ rows: rows.map((cells, at) => ({ number: at + 2, cells })) });

describe('the rows of a list', () => {
  it('become workers with the members of their columns, and defaults where a cell is empty', () => {
    const columns = ['last_name', '', 'position', 'hire_date'] as const;
    const defaults = { position: 'harvester', status: 'active', hire_date: '2026-01-31' };
    expect(
      workersOf(list(['Soto', 'x', 'driver', '3/2/2025'], ['Rojas']), columns, defaults, 'day-first'),
    ).toEqual([
      {
        number: 2,
        body: { status: 'active', last_name: 'Soto', position: 'driver', hire_date: '2025-02-03' },
      },
      { number: 3, body: { ...defaults, last_name: 'Rojas' } },
    ]);
  });

  it.each([
    ['2025-03-15', '2025-03-15'],
    ['2025-3-5T00:00:00', '2025-03-05'],
    ['15.3.2025', '2025-03-15'],
    ['15/03/2025', '2025-03-15'],
    ['soon', 'soon'],
  ])('read %s as %s', (text, day) => {
    expect(dayOf(text, 'day-first')).toBe(day);
  });

  it('have the month first where a second number can be no month', () => {
    expect(orderIn(list(['03/15/2025'], ['04/01/2025']), 0)).toBe('month-first');
    expect(orderIn(list(['15/03/2025']), 0)).toBe('day-first');
    expect(orderIn(list(['03/04/2025'], ['x'], []), 0)).toBe('day-first');
    expect(dayOf('03/15/2025', 'month-first')).toBe('2025-03-15');
  });
});
