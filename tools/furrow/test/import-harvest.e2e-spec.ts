import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROGRAMS, ServiceProcess } from '@furrow/testbed';
import { CommandLine } from './command-line.ts';
import { farm } from './farms.ts';

interface Report {
  rows: number;
  created: number;
  repeated: number;
  refused: number;
  sessionsCreated: number;
  made: { sectors: string[]; workers: string[]; qualities: string[] };
  problems: { line: number; message: string }[];
}
interface Session {
  day: string;
  sector_name: string;
  unit: string;
  totalUnits: number;
  status: string;
  needsRecalc: boolean;
  responsible: { idpId: string };
  workers: { worker_name: string; validUnits: number; recordCount: number }[];
}

let furrow: CommandLine;
let api: ServiceProcess<{ url: string }>;
let credential: string;
beforeAll(async () => {
  furrow = await CommandLine.installed();
  const applied = await furrow.json<{ apiTokens: { bi: { credential: string } } }>(
    'apply',
    await furrow.file('farm.json', farm('acme')),
  );
  credential = applied.apiTokens.bi.credential;
  api = await ServiceProcess.start(PROGRAMS.api, { ...furrow.environment, FURROW_API_PORT: '0' });
});
afterAll(async () => {
  await api.end();
  await furrow.remove();
});

const PLACE = ['--company', 'acme', '--project', 'north', '--owner', 'idp|acme-ana'];
const file = (name: string, lines: readonly string[]) => furrow.file(name, `${lines.join('\r\n')}\r\n`);
const importing = (path: string, ...more: string[]) =>
  furrow.json<Report>('import', 'harvest', path, ...PLACE, ...more);

async function harvest(year: number): Promise<Session[]> {
  const answer = await fetch(
    `${api.ready.url}/api/control/harvest?startTime=${year}-01-01&endTime=${year}-12-31`,
    { headers: { authorization: `Bearer ${credential}` } },
  );
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: Session[] }).data;
}

async function rowsOf(table: string, where = 'true'): Promise<number> {
  const rows = await furrow.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`);
  return rows[0]?.n ?? 0;
}

/** Written by a spreadsheet with another locale; the 3rd and 4th records are identical. */
const BOOK = [
  '\uFEFFDate;Field;Picker;Qty;Measure;Grade',
  '3.4.2018;N1;"Soto, Luis";12,5;box;Export',
  '3.4.2018;n1;Rosa Díaz;1.000,25;box;',
  '4.4.2018;Old "West" / 2;Rosa Diaz;7;kg;Export',
  '4.4.2018;Old "West" / 2;Rosa Diaz;7;kg;Export',
  '',
  '31.12.2018;N1;W07;0,5;box;Second',
  '1.1.2019;N1;W07;0,25;box;Second',
  '2.1.2019;N1;W07;none;box;Second',
  '30.2.2019;N1;;1;box;Second',
].map((line) => line.replaceAll('"West"', "'West'"));
const MAP = ['--map', 'day=Date,sector=Field,worker=Picker,units=Qty,unit=Measure,quality=Grade'];

describe('furrow import harvest', () => {
  it('reports in a dry run what it would do, and what is missing', async () => {
    const path = await file('book.csv', BOOK);
    const before = await rowsOf('workforce.workers');
    const lacking = await furrow.run('import', 'harvest', path, ...PLACE, ...MAP, '--dry-run');
    expect(lacking.code).toBe(1); // not one row can be imported
    expect(lacking.stdout).toContain('8 rows: 0 imported, 0 imported before, 8 refused');
    expect(lacking.stderr).toContain(
      'Lines 4, 5: there is no sector "Old \'West\' / 2" (--create-missing creates it); there is no worker',
    );
    expect(await importing(path, ...MAP, '--dry-run', '--create-missing')).toMatchObject({
      ...{ dryRun: true, rows: 8, created: 6, refused: 2, sessionsCreated: 4 },
      made: { sectors: ["Old 'West' / 2"], workers: ['Soto, Luis', 'Rosa Díaz', 'W07'] },
    });
    expect(await rowsOf('workforce.workers')).toBe(before);
    expect(await rowsOf('production.sessions')).toBe(0);
  });

  it('imports history, reports bad rows by line, and the harvest report contains it in its years', async () => {
    const path = await file('book.csv', BOOK);
    const report = await importing(path, ...MAP, '--create-missing');
    expect(report).toMatchObject({
      ...{ rows: 8, created: 6, repeated: 0, refused: 2, sessionsCreated: 4 },
      made: { qualities: ['Second'] },
      problems: [
        { line: 9, message: '"none" is not a number of units above 0' },
        { line: 10, message: 'the worker is missing; "30.2.2019" is not a day of the calendar' },
      ],
    });
    const [april3, april4, december, ...others] = await harvest(2018);
    expect(others).toEqual([]);
    expect(april3).toMatchObject({
      ...{ day: '2018-04-03T03:00:00.000Z', sector_name: 'N1', unit: 'box', totalUnits: 1012.75 },
      ...{ status: 'closed', needsRecalc: false, responsible: { idpId: 'idp|acme-ana' } },
      workers: [
        { worker_name: 'Luis Soto', validUnits: 12.5 },
        { worker_name: 'Rosa Díaz', validUnits: 1000.25 },
      ],
    });
    expect(april4).toMatchObject({ totalUnits: 14, workers: [{ worker_name: 'Rosa Díaz', recordCount: 2 }] });
    expect(december).toMatchObject({ totalUnits: 0.5, workers: [{ worker_name: 'Worker W07' }] });
    expect(await harvest(2019)).toMatchObject([{ day: '2019-01-01T03:00:00.000Z', totalUnits: 0.25 }]);
  });

  it('changes nothing the second time', async () => {
    const before = [await harvest(2018), await harvest(2019)];
    const workers = await rowsOf('workforce.workers');
    const again = await importing(await file('book.csv', BOOK), ...MAP, '--create-missing');
    expect(again).toMatchObject({
      ...{ created: 0, repeated: 6, refused: 2, sessionsCreated: 0 },
      made: { sectors: [], workers: [], qualities: [] },
    });
    expect([await harvest(2018), await harvest(2019)]).toEqual(before);
    expect(await rowsOf('workforce.workers')).toBe(workers);
    const summary = await furrow.run(
      ...(['import', 'harvest', await file('book.csv', BOOK), ...PLACE, ...MAP] as const),
    );
    expect(summary.stdout).toBe('8 rows: 0 imported, 6 imported before, 2 refused.\n0 sessions made.\n');
    expect(summary.stderr).toMatch(/^100 %, 8 rows \(\d+\/s\): 0 new, 6 known, 2 refused\n/);
    expect(summary.stderr).toContain('Line 9: "none" is not a number of units above 0.\n');
  });

  it('completes without duplicates after kill -9 half-way', async () => {
    const rows = Array.from({ length: 8_000 }, (_, i) => `2017-03-${10 + (i % 20)},N2,W07,${1 + (i % 7)}`);
    const path = await file('long.csv', ['day,sector,worker,units', ...rows]);
    const inYear = `client_event_id IS NOT NULL AND recorded_at < '2018-01-01'`;
    const child = furrow.start('import', 'harvest', path, ...PLACE);
    const ended = once(child, 'exit');
    while ((await rowsOf('production.records', inYear)) === 0 && child.exitCode === null) await sleep(10);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const kept = await rowsOf('production.records', inYear);
    expect(kept % 1_000).toBe(0);

    // Two concurrent imports of the same file.
    const again = await Promise.all([importing(path), importing(path)]);
    expect(again[0].created + again[1].created).toBe(8_000 - kept);
    expect(again.map(({ created, repeated }) => created + repeated)).toEqual([8_000, 8_000]);
    const sum = rows.reduce((units, row) => units + Number(row.split(',')[3]), 0);
    const sessions = await harvest(2017);
    expect(sessions.reduce((units, { totalUnits }) => units + totalUnits, 0)).toBe(sum);
    expect(sessions).toHaveLength(20);
    expect(sessions.every(({ unit, needsRecalc }) => unit === 'kg' && !needsRecalc)).toBe(true);
  });

  it('reports on Ctrl-C what was stored, and continues from there', async () => {
    const rows = Array.from({ length: 15_000 }, (_, i) => `2016-03-${10 + (i % 20)},N2,W07,${1 + (i % 7)}`);
    const path = await file('longer.csv', ['day,sector,worker,units', ...rows]);
    const inYear = `client_event_id IS NOT NULL AND recorded_at < '2017-01-01'`;
    const child = furrow.start('import', 'harvest', path, ...PLACE, '--json');
    const printed = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream]?.on('data', (chunk: Buffer) => (printed[stream] += String(chunk)));
    const ended = once(child, 'close');
    while ((await rowsOf('production.records', inYear)) === 0 && child.exitCode === null) await sleep(10);
    child.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    const kept = await rowsOf('production.records', inYear);
    expect(kept).toBeLessThan(15_000);
    expect(JSON.parse(printed.stdout)).toMatchObject({ interrupted: true, rows: kept, created: kept });
    expect(printed.stderr).toContain(
      'Interrupted. What was imported is kept; run the same command again to continue',
    );
    expect(await importing(path)).toMatchObject({
      ...{ interrupted: false, created: 15_000 - kept, repeated: kept },
    });
  });

  it('reads days in the order that one line of the file decides, says so once, and asks where none does', async () => {
    const days = ['05/07/2015', '06/07/2015', '13/07/2015'];
    const lines = (of: readonly string[]) => [
      'day,sector,worker,units',
      ...of.map((day) => `${day},N1,W07,1`),
    ];
    const run = async (of: readonly string[], ...more: string[]) =>
      furrow.run('import', 'harvest', await file('days.csv', lines(of)), ...PLACE, ...more, '--json');
    const printed = await run(days);
    expect(JSON.parse(printed.stdout)).toMatchObject({ created: 3, dateOrder: 'dmy' });
    expect(printed.stderr.match(/read as day\/month\/year, because line 4 has 13\/07\/2015/g)).toHaveLength(
      1,
    );
    expect((await harvest(2015)).map(({ day }) => day.slice(0, 10))).toEqual([
      ...['2015-07-05', '2015-07-06', '2015-07-13'],
    ]);
    const silent = await run(days.slice(0, 2));
    expect([silent.code, JSON.parse(silent.stdout)]).toMatchObject([1, { refused: 2, dateOrder: null }]);
    expect(silent.stderr).toMatch(/Choose --date-order dmy \(5 July\) or --date-order mdy \(7 May\)\./);
    expect(silent.stderr).toMatch(/^Lines 2, 3: the day is ambiguous/m);
    expect(JSON.parse((await run(days.slice(0, 2), '--date-order', 'dmy')).stdout)).toMatchObject({
      repeated: 2,
    });
  });

  it.each([
    [['--company', 'nobody'], 'There is no company "nobody"'],
    [['--owner', 'nobody'], 'The company has no user "nobody"'],
    [['--map', 'day=When'], 'there is no column "When"; there is no column for the sector'],
    [['--date-order', 'ymd'], 'Allowed choices are dmy, mdy.'],
  ])('refuses %j with a sentence', async (args, sentence) => {
    const path = await file('other.csv', ['day,field', '2019-01-01,N1']);
    const outcome = await furrow.run('import', 'harvest', path, ...PLACE, ...args, '--json');
    expect([outcome.code, outcome.stdout]).toEqual([1, '']);
    expect(outcome.stderr).toContain(sentence);
  });

  it('gives new sessions the stated price', async () => {
    const path = await file('priced.csv', ['day,sector,worker,units', '2019-03-02,N1,Price Picker,12.5']);
    const wrong = await furrow.run(
      'import',
      'harvest',
      path,
      ...PLACE,
      '--create-missing',
      '--price',
      '0,42',
    );
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('--price must be a number from 0');
    expect(await importing(path, '--create-missing', '--price', '0.42')).toMatchObject({ created: 1 });
    const rows = await furrow.sql(
      "SELECT price_per_unit::text AS price FROM production.sessions WHERE local_date = '2019-03-02'",
    );
    expect(rows).toEqual([{ price: '0.42' }]);
  });
});
