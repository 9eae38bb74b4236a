import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guardedText } from '@furrow/kernel';
import { describeIf, until } from '@furrow/testbed';
import { aFarm, HARVEST, type ProvisionedFarm, RECORDS, WORKERS } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { isLibreOfficeHere, openedInLibreOffice } from '../harness/libre-office.ts';

const EXPORT = `${RECORDS}/export`;
const YEAR = { startTime: '2026-01-01', endTime: '2026-12-31' };

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let production: Client;

const get = (client: Client, path: string, query: Record<string, string> = {}) =>
  client.get(`${path}?${new URLSearchParams(query).toString()}`);

/** What spreadsheets make something else of, each with units that a comma or a point would spoil. */
const NOTES = [
  ...['=1+1', '-5', '+56 9 1234', '@home', '\tx', "'=1", "'quoted'", '007', '12345678901234567890', '1e5'],
  ...['1,5', '1.500', '1/2', '10:30', '3-4-05', 'Ñandú; "x"\nund Grüße', 'a,b;c', '🍒', '  y', 'true'],
  ...['＝1+1', '＋5', '－5', '＠home', "'＝1", '\n=2+2'],
];

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('acme'));
  ana = farm.as('ana');
  production = system.token(farm.ids.apiTokens['production']!.credential);
  const worker = await farm.worker(ana, {
    ...{ first_name: '=Ñandú', last_name: 'Núñez; "el 7"', document_id: '0012345678', phone: '+56 9 1234' },
  });
  const { sessionId } = await farm.session(ana, { harvestLotCode: '0042', notes: '-wet\nand "cold"' });
  const records = NOTES.map((notes, index) => ({
    ...farm.recordBody(sessionId, worker.id, { notes, units: Number(`${index}.345`) }),
    clientEventId: notes.trim(),
  }));
  const { data } = await ana.post(`${RECORDS}/bulk`, { records });
  expect(data.summary).toEqual({ created: NOTES.length, repeated: 0, failed: 0 });
  expect((await ana.post(`${RECORDS}/${data.results[3].recordId}/void`, { reason: '-twice' })).status).toBe(
    200,
  );
  await farm.session(ana); // without records
  // A day of a year that stays.
  await system.sql(
    `UPDATE production.sessions SET opened_at = '2026-03-10T11:00Z', day = timestamp '2026-03-10' AT TIME ZONE timezone, local_date = '2026-03-10'`,
  );
  // The breakdown by quality is written after the records.
  await until('the report is settled', async () => {
    const { data } = await get(production, HARVEST, YEAR);
    return data.every(({ needsRecalc }: Json) => !needsRecalc);
  });
});
afterAll(() => system?.stop());

describeIf(
  isLibreOfficeHere(),
  'libreoffice-calc-nogui',
  'exports in LibreOffice with Spanish settings',
  () => {
    const asked = { format: 'csv', separator: ';' };

    it('open without errors: numbers are numbers and text is text in every cell', async () => {
      const opened = await openedInLibreOffice({
        records: (await get(production, EXPORT, { ...YEAR, ...asked })).text,
        workers: (await get(ana, WORKERS, asked)).text,
      });
      // Imported here, because most machines have no LibreOffice.
      const { MOVEMENTS_FORM } = await import('../../src/production/record.answer.ts');
      const movements: Json[] = (await get(production, EXPORT, YEAR)).data;
      expect(movements).toHaveLength(NOTES.length + 1);
      const cells = [
        MOVEMENTS_FORM.table.headings,
        ...movements.flatMap((movement) => MOVEMENTS_FORM.table.rows(movement)),
      ];
      expect(opened.records).toEqual(cells.map((row) => row.map(shown)));

      const [worker]: Json[] = (await get(ana, WORKERS)).data;
      const [headings, row] = opened.workers;
      const columns = Object.fromEntries(headings!.map((heading, index) => [heading, row![index]]));
      for (const member of ['worker_id', 'first_name', 'last_name', 'document_id', 'phone', 'hire_date'])
        expect([member, columns[member]]).toEqual([member, shown(worker[member])]);
    });
  },
);

describe('re-imported exports', () => {
  /** Imports a file as the operator does. */
  const imported = async (text: string, company = 'acme'): Promise<Json> => {
    const path = join(system.home, 'exported.csv');
    await writeFile(path, `\uFEFF${text.replace(/^\uFEFF/, '')}`);
    const place = ['--company', company, '--project', 'north', '--owner', `idp|${company}-ana`];
    return system.furrow('import', 'harvest', path, ...place, '--create-missing');
  };
  const exported = async (path: string, separator: string) =>
    (await get(production, path, { ...YEAR, format: 'csv', separator })).text;
  /** Everything that an import might touch, and what tells that it did. */
  const everything = () =>
    Promise.all(
      [
        ...[
          'production.sessions',
          'production.records',
          'production.tallies',
          'production.quality_snapshots',
        ],
        ...['production.session_changes', 'production.qualities', 'workforce.workers', 'agronomy.sectors'],
        'audit.entries',
      ].map((name) => system.sql(`SELECT * FROM ${name} AS row ORDER BY row::text`)),
    );

  it.each([
    [EXPORT, ','],
    [EXPORT, ';'],
    [HARVEST, ','],
    [HARVEST, ';'],
  ])('change nothing: %s with %s', async (path, separator) => {
    const text = await exported(path, separator);
    const before = await everything();
    const report = await imported(text);
    expect(report).toMatchObject({ created: 0, refused: 0, sessionsCreated: 0, problems: [] });
    expect(report['repeated']).toBe(path === EXPORT ? NOTES.length + 1 : 2);
    expect(await everything()).toEqual(before);
  });

  it('cannot change what is recorded', async () => {
    const text = await exported(EXPORT, ',');
    const report = await imported(text.replace(',19.345,', ',91.345,'));
    expect(report).toMatchObject({
      ...{ created: 0, repeated: NOTES.length, refused: 1 },
      problems: [
        { message: expect.stringContaining('recorded with another worker, quality or units by now') },
      ],
    });
  });

  it('give another company the same totals under the same names', async () => {
    const rival = await system.provision(aFarm('rival'));
    const text = await exported(EXPORT, ';');
    const report = await imported(text, 'rival');
    expect(report).toMatchObject({ created: NOTES.length - 1, repeated: 0, refused: 2 });
    expect(new Set(report['problems'].map(({ message }: Json) => message))).toEqual(new Set(['was voided']));
    const [session]: Json[] = (await get(rival.program(), HARVEST, YEAR)).data;
    const [own]: Json[] = (await get(production, HARVEST, YEAR)).data;
    expect([session!['totalUnits'], session!['workers'][0].worker_name]).toEqual([
      ...[own!['totalUnits'], own!['workers'][0].worker_name],
    ]);
    expect(await imported(text, 'rival')).toMatchObject({ created: 0, repeated: NOTES.length - 1 });
  });
});

/** A cell as LibreOffice shows it. */
const shown = (cell: string | number | boolean | null): string | number =>
  typeof cell === 'number' ? cell : cell === null ? '' : guardedText(String(cell));
