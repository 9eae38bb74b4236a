import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { statedMapOf } from './column-map.ts';
import { CsvFile } from './csv-file.ts';
import { inferOrder, sentenceOf } from './date-order.ts';
import { dayIn } from './day-cell.ts';

const folder = mkdtempSync(join(tmpdir(), 'furrow-days-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function orderIn(...days: string[]) {
  const path = join(folder, 'days.csv');
  writeFileSync(path, ['When,sector,worker,units', ...days.map((day) => `${day},N1,W01,1`)].join('\n'));
  return inferOrder(await CsvFile.at(path), statedMapOf('day=When'));
}

describe('the order of days', () => {
  it('is decided by one line of the file, at any position, and is reported once', async () => {
    const inferred = await orderIn('05/07/2019', '06/07/2019', '13/05/2019', '14/05/2019');
    expect(inferred.order).toBe('dmy');
    expect(sentenceOf(inferred)).toMatch(/read as day\/month\/year, because line 4 has 13\/05\/2019;/);
    expect((await orderIn('05/07/2019', '05/31/2019 08:00')).order).toBe('mdy');
  });

  it('must be given if no line decides it, and if lines contradict each other', async () => {
    const silent = await orderIn('05/07/2019', '06/07/2019');
    expect(silent.order).toBeUndefined();
    expect(sentenceOf(silent)).toMatch(
      /no line of the file shows .* --date-order dmy \(5 July\) or --date-order mdy/,
    );
    const torn = await orderIn('05/07/2019', '13/05/2019', '05/14/2019');
    expect(torn.order).toBeUndefined();
    expect(sentenceOf(torn)).toContain('line 3 has 13/05/2019 and line 4 has 05/14/2019');
  });

  it('is irrelevant if every day is unambiguous', async () => {
    for (const days of [
      ['2019-05-07', '7.5.2019', '07/07/2019'],
      ['13/05/2019', '05/14/2019'],
      ['none', ''],
    ])
      expect(sentenceOf(await orderIn(...days))).toBeUndefined();
  });

  it('restores every day that was written with it', async () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
    const written = (date: Date, order: string) => {
      const [year, month, dayOfMonth] = date.toISOString().slice(0, 10).split('-');
      return order === 'dmy' ? `${dayOfMonth}/${month}/${year}` : `${month}/${dayOfMonth}/${year}`;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(day, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('dmy', 'mdy'),
        async (dates, order) => {
          const texts = dates.map((date) => written(date, order));
          const inferred = await orderIn(...texts);
          const read = texts.map((text) => dayIn(text, 'UTC', inferred.order));
          dates.forEach((date, index) => {
            if ('day' in read[index]!) expect(read[index]).toEqual({ day: date.toISOString().slice(0, 10) });
            else expect(inferred.order).toBeUndefined();
          });
        },
      ),
      { numRuns: 50 },
    );
  });
});
