import { describe, expect, it } from '@jest/globals';
import { columnsOf, statedMapOf } from './column-map.ts';
import { dayIn } from './day-cell.ts';
import { NameIndex } from './name-index.ts';
import { unitsIn } from './units-cell.ts';

describe('a day in a cell', () => {
  it.each([
    ['2019-05-07', '2019-05-07'],
    ['2019/5/7', '2019-05-07'],
    ['20190507', '2019-05-07'],
    ['2019-05-07 14:30', '2019-05-07'],
    ['2019-05-07T14:30:00', '2019-05-07'],
    ['2019-05-07T02:30:00Z', '2019-05-06'], // still the 6th in Santiago
    ['7.5.2019', '2019-05-07'],
    ['13.05.2019 08:00', '2019-05-13'],
  ])('%s', (text, day) => {
    expect(dayIn(text, 'America/Santiago')).toEqual({ day });
  });

  it.each([
    ['13/05/2019', '2019-05-13'],
    ['05/13/2019', '2019-05-13'],
    ['5-31-2019', '2019-05-31'],
    ['07/07/2019', '2019-07-07'],
  ])('%s is one day only', (text, day) => {
    expect(dayIn(text, 'UTC')).toEqual({ day });
  });

  it('with the year last may be decided by the operator', () => {
    expect(dayIn('05/07/2019', 'UTC', 'dmy')).toEqual({ day: '2019-07-05' });
    expect(dayIn('5-7-2019', 'UTC', 'mdy')).toEqual({ day: '2019-05-07' });
    expect(dayIn('05/07/2019', 'UTC')).toEqual({ problem: expect.stringContaining('is ambiguous') });
  });

  it.each(['43592', 'yesterday', '2019-02-30', '30.2.2019', '2019-5', '07.05.19', '0019-05-07'])(
    'is not %s',
    (text) => {
      expect(dayIn(text, 'UTC')).toHaveProperty('problem');
    },
  );
});

describe('units in a cell', () => {
  it.each([
    ['12', '12'],
    ['4.5', '4.5'],
    ['4,5', '4.5'],
    ['0,0166667', '0.0166667'],
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['1 234,5', '1234.5'],
    ['1’234.5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1.234', '1.234'],
  ])('%s', (text, units) => {
    expect(unitsIn(text, ',')).toEqual({ units });
  });

  it('are not guessed where a comma may have two meanings', () => {
    expect(unitsIn('1,234', ';')).toEqual({ units: '1.234' });
    expect(unitsIn('1,234', ',')).toEqual({ problem: expect.stringContaining('is ambiguous') });
  });

  it.each(['', '-4', 'ten', '4 kg', '1,2,3', '1e3', '0x10', '1 23', '.', '4.'])('is not %j', (text) => {
    expect(unitsIn(text, ';')).toHaveProperty('problem');
  });
});

describe('columns', () => {
  it('are found by the field’s own name or the stated one, in any case', () => {
    const columns = columnsOf(
      ['Day', 'FIELD', 'worker', 'Qty', 'quality'],
      statedMapOf('sector=field,units=qty'),
    );
    expect([...columns]).toEqual([
      ['day', 0],
      ['sector', 1],
      ['worker', 2],
      ['units', 3],
      ['quality', 4],
    ]);
  });

  it('that are missing are all named', () => {
    expect(() => columnsOf(['day', 'x', 'x'], statedMapOf('unit=measure,worker=x'))).toThrow(
      'there is no column for the sector; two columns are called "x"; there is no column for the units; ' +
        'there is no column "measure". Its columns are day, x, x;',
    );
  });

  it.each(['colour=x', 'day', 'day=', 'day=a,day=b'])('are not mapped by %s', (map) => {
    expect(() => statedMapOf(map)).toThrow('in --map is not understood');
  });
});

describe('a list of names', () => {
  const book = new NameIndex([
    { id: '1', key: 'n1', name: 'North One' },
    { id: '2', key: 'north one', name: 'Another' },
    { id: '3', key: 'a', name: 'Same' },
    { id: '4', key: 'b', name: 'Same' },
  ]);
  it.each([
    ['n1', ['1']],
    ['N1', ['1']],
    ['North One', ['1']],
    ['north one', ['2']],
    ['NORTH ONE', ['1', '2']],
    ['Same', ['3', '4']],
    ['n2', []],
  ])('finds %s', (text, ids) => {
    expect(book.find(text).sort()).toEqual(ids);
  });
});
