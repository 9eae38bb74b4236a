import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { BYTE_ORDER_MARK, type Cell, csvLine, SEPARATORS } from './csv.ts';

const RUNS = /^[=+\-@＝＋－＠\t\r\n]/;
const GUARDED = /^'*[=+\-@＝＋－＠\t\r\n]/;
/** Text with many characters that are special in spreadsheets. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'",;\n\r\t=+-@＝＋－＠'.split(''), "'", ' ', '\uFEFF'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
});
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const cell: fc.Arbitrary<Cell> = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const table = fc
  .integer({ min: 2, max: 6 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));

/** The cell as it must be read back. */
const shown = (value: Cell, separator: string): string => {
  if (value === null) return '';
  if (typeof value === 'number') return separator === ';' ? String(value).replace('.', ',') : String(value);
  return typeof value === 'string' && GUARDED.test(value) ? `'${value}` : String(value);
};

describe('lines of CSV', () => {
  it.each(SEPARATORS)('are parsed back to the same values, between "%s"', (separator) => {
    fc.assert(
      fc.property(table, (rows) => {
        const written = rows.map((row) => csvLine(row, separator)).join('');
        const read = parse(written, { delimiter: separator, recordDelimiter: '\r\n' });
        expect(read).toEqual(rows.map((row) => row.map((value) => shown(value, separator))));
      }),
    );
  });

  it('contain nothing that a spreadsheet would run, and keep numbers as numbers', () => {
    fc.assert(
      fc.property(fc.oneof(text, number), fc.constantFrom(...SEPARATORS), (value, separator) => {
        const [[read]] = parse(csvLine([value, 'x'], separator), {
          ...{ delimiter: separator, recordDelimiter: '\r\n' },
        }) as [[string]];
        if (typeof value === 'number')
          expect(Number(read.replace(',', '.'))).toBe(value === 0 ? Number(String(value)) : value);
        else expect(read).not.toMatch(RUNS);
      }),
    );
    expect(csvLine(['=1+1', '+56 9', '-1', '@x', '\tx', '\rx', 'a=b', -1, 1e21, true, null], ',')).toBe(
      `'=1+1,'+56 9,'-1,'@x,'\tx,"'\rx",a=b,-1,1e+21,true,\r\n`,
    );
    // A spreadsheet with an East Asian keyboard takes full-width characters for the others.
    expect(csvLine(['＝1+1', '＋5', '－1', '＠x', "'＝1", '\n=1', '1＝1'], ',')).toBe(
      `'＝1+1,'＋5,'－1,'＠x,''＝1,"'\n=1",1＝1\r\n`,
    );
  });

  it('use a decimal comma between semicolons, where spreadsheets read a point as a thousands separator', () => {
    expect(csvLine([12.345, -0.5, 7, 1e-7, 'v1.2'], ';')).toBe('12,345;-0,5;7;1e-7;v1.2\r\n');
    expect(csvLine([12.345, -0.5, 7, 1e-7, 'v1.2'], ',')).toBe('12.345,-0.5,7,1e-7,v1.2\r\n');
  });

  it('quote text that looks like a number or a time, but not dates, ids and instants', () => {
    const alike = ['007', '1.5', '1,5', '1e5', '1/2', '3-4-05', '10:30', '12345678901234567890', ' 7 '];
    expect(csvLine(alike, ';')).toBe(`${alike.map((text) => `"${text}"`).join(';')}\r\n`);
    const others = [
      '2026-03-10',
      '2026-03-10T11:00:00.000Z',
      '01990000-1111-7000-8000-000000000001',
      '7 kg',
      'n1',
    ];
    expect(csvLine(others, ';')).toBe(`${others.join(';')}\r\n`);
  });

  it('begin with a byte order mark that parsers do not take for text', () => {
    expect(parse(BYTE_ORDER_MARK + csvLine(['a', 'ñ'], ';'), { bom: true, delimiter: ';' })).toEqual([
      ['a', 'ñ'],
    ]);
  });
});
