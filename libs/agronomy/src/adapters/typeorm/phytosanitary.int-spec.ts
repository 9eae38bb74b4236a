import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateRange, type LocalDate } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { DataSource, type QueryRunner } from 'typeorm';
import { FollowObservedRecords } from '../../application/follow-observed-records.ts';
import { ListObservedRecords } from '../../application/list-observed-records.ts';
import { SummarizeObservations } from '../../application/summarize-observations.ts';
import { agronomyRows, type ProjectEntry, wireAgronomyIn } from '../../index.ts';
import { aProject, aSector } from '../../testing/builders.ts';
import type { ScoutedFarm } from '../../testing/contract/phytosanitary.contract.ts';
import { aResponse, aScoutedRecord, type ScoutedRecord } from '../../testing/scouting.ts';
import { aStoredFarm } from '../../testing/stored-farm.ts';
import { PhytosanitaryFindings1763600000203 } from './migrations/1763600000203-phytosanitary-findings.ts';
import { FindingsOfOlderPrograms1763600000205 } from './migrations/1763600000205-findings-of-older-programs.ts';
import { TypeormPhytosanitaryQueries } from './typeorm-phytosanitary-queries.ts';

const ANYWHERE = { projectId: null, sectorId: null };
let test: TestDatabase;
let database: Database;
let queries: TypeormPhytosanitaryQueries;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect(test.url, { poolSize: 4, rows: agronomyRows });
  queries = new TypeormPhytosanitaryQueries(database);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const aFarm = (projects?: readonly ProjectEntry[]) => aStoredFarm(database, projects);

const days = (start: string, end = start) => DateRange.of(start as LocalDate, end as LocalDate, 180);

describe('local days', () => {
  // The last day of each range: 23:30 on that day is included, 00:30 on the next day is not.
  it.each([
    ['America/Santiago', '2024-06-10', '2024-06-11T03:30:00Z', '2024-06-11T04:30:00Z'],
    // Clocks go forward at midnight after it: 00:30 does not exist, and 01:30 is half an hour into the next day.
    ['America/Santiago', '2024-09-07', '2024-09-08T03:30:00Z', '2024-09-08T04:30:00Z'],
    ['America/Santiago', '2024-09-08', '2024-09-09T02:30:00Z', '2024-09-09T03:30:00Z'],
    // Clocks go back at midnight after it: 23:30 occurs twice.
    ['America/Santiago', '2024-04-06', '2024-04-07T02:30:00Z', '2024-04-07T04:30:00Z'],
    ['America/Santiago', '2024-04-06', '2024-04-07T03:30:00Z', '2024-04-07T04:30:00Z'],
    ['America/Havana', '2024-03-09', '2024-03-10T04:30:00Z', '2024-03-10T05:30:00Z'],
    // 00:30 occurs twice on the next day.
    ['America/Havana', '2024-11-02', '2024-11-03T03:30:00Z', '2024-11-03T04:30:00Z'],
    ['America/Havana', '2024-11-03', '2024-11-04T04:30:00Z', '2024-11-04T05:30:00Z'],
  ])('in %s end with %s', async (timezone, day, counts, countsNot) => {
    const farm = await aFarm([aProject('north', { timezone, sectors: [aSector('n1')] })]);
    const [place] = farm.sectors;
    const range = days(`${day.slice(0, 8)}01`, day);
    const figures = async () => {
      const { companyId } = farm;
      const summaries = [ANYWHERE, { projectId: place!.projectId, sectorId: null }].map((filter) =>
        new SummarizeObservations(queries).execute(companyId, range, filter),
      );
      const records = new ListObservedRecords(queries).execute(companyId, range, () => async () => undefined);
      return Promise.all([...summaries, records]);
    };
    await farm.keep(aRecord(farm, countsNot, place));
    expect((await figures()).map(({ totalRecords }) => totalRecords)).toEqual([0, 0, 0]);
    await farm.keep(aRecord(farm, counts, place));
    expect(await figures()).toMatchObject(Array(3).fill({ timezone, totalRecords: 1 }));
  });

  it('are each project’s own, and for a company those of its most common zone', async () => {
    const farm = await aFarm([
      aProject('havana', { timezone: 'America/Havana', sectors: [aSector('h1')] }),
      aProject('madrid', { timezone: 'Europe/Madrid', sectors: [aSector('m1')] }),
      aProject('seville', { timezone: 'Europe/Madrid' }),
    ]);
    const project = (key: string) => farm.projects.find(({ name }) => name === `Project ${key}`)!;
    const at = (key: string) => farm.sectors.find(({ projectId }) => projectId === project(key).projectId)!;
    // In Madrid it is already the 11th, in Havana still the 10th.
    const instant = '2026-06-10T23:00:00Z';
    for (const key of ['havana', 'madrid']) await farm.keep(aRecord(farm, instant, at(key)));
    const total = async (day: string, key?: string) => {
      const filter = { projectId: key === undefined ? null : project(key).projectId, sectorId: null };
      return new SummarizeObservations(queries).execute(farm.companyId, days(day), filter);
    };
    expect(await total('2026-06-10', 'havana')).toMatchObject({
      totalRecords: 1,
      timezone: 'America/Havana',
    });
    expect(await total('2026-06-10', 'madrid')).toMatchObject({ totalRecords: 0, timezone: 'Europe/Madrid' });
    expect(await total('2026-06-11', 'madrid')).toMatchObject({ totalRecords: 1 });
    expect(await total('2026-06-10')).toMatchObject({ totalRecords: 0, timezone: 'Europe/Madrid' });
    expect(await total('2026-06-11')).toMatchObject({ totalRecords: 2 });
  });

  it('are not those of a project that is out of use, although its records count', async () => {
    const projects = [
      aProject('old', { timezone: 'Asia/Tokyo', sectors: [aSector('o1')] }),
      aProject('lima', { timezone: 'America/Lima' }),
    ];
    const farm = await aFarm(projects);
    await farm.keep(aRecord(farm, '2026-06-10T12:00:00Z', farm.sectors[0]));
    await database.tenant(farm.companyId, (tx) =>
      wireAgronomyIn(tx).applyProjects.execute(projects.slice(1), { prune: true }),
    );
    expect(
      await new SummarizeObservations(queries).execute(farm.companyId, days('2026-06-10'), ANYWHERE),
    ).toMatchObject({
      ...{
        timezone: 'America/Lima',
        totalRecords: 1,
        projects: [{ name: 'Project old', sectors: [{ name: 'Sector o1' }] }],
      },
    });
  });
});

describe('the feed of scouting records', () => {
  const EVER = { start: null, end: null };
  const followed = async (
    farm: ScoutedFarm,
    cursor: string | null,
    over = EVER as Parameters<FollowObservedRecords['execute']>[1],
  ) => {
    await farm.settled();
    const records: { record_id: string }[] = [];
    const request = { cursor, since: cursor === null ? new Date(0) : null, limit: 100 };
    const page = await new FollowObservedRecords(queries).execute(
      farm.companyId,
      over,
      request,
      async (batch) => {
        records.push(...batch.map((text) => JSON.parse(text) as { record_id: string }));
      },
    );
    expect(page.totalRecords).toBe(records.length);
    return { ...page, records };
  };
  const whole = async (farm: ScoutedFarm) => {
    const records: object[] = [];
    await new ListObservedRecords(queries).execute(
      farm.companyId,
      days('2026-03-10'),
      () => async (batch) => {
        records.push(...batch.map((text) => JSON.parse(text) as object));
      },
    );
    return records;
  };

  it('contains records again when their project or sector is renamed', async () => {
    const projects = [
      aProject('north', { sectors: [aSector('n1', { crop: 'Cherry' }), aSector('n2')] }),
      aProject('south'),
    ];
    const farm = await aFarm(projects);
    const noon = '2026-03-10T12:00:00Z';
    const [first, second] = [aRecord(farm, noon, farm.sectors[0]), aRecord(farm, noon, farm.sectors[1])];
    for (const record of [first, second, aRecord(farm, noon)]) await farm.keep(record);
    let { nextCursor } = await followed(farm, null);
    const relabelled = async (...redeclared: ProjectEntry[]) => {
      await database.tenant(farm.companyId, (tx) =>
        wireAgronomyIn(tx).applyProjects.execute(redeclared, { prune: false }),
      );
      const page = await followed(farm, nextCursor);
      ({ nextCursor } = page);
      const now = await whole(farm);
      for (const record of page.records) expect(now).toContainEqual(record);
      return page.records.map(({ record_id }) => record_id).toSorted();
    };
    expect(
      await relabelled(aProject('north', { sectors: [aSector('n1', { crop: 'Plum' }), aSector('n2')] })),
    ).toEqual([first.source.recordId]);
    expect(await relabelled(aProject('north', { name: 'North Block' }))).toEqual(
      [first, second].map(({ source }) => source.recordId).toSorted(),
    );
    expect(await relabelled(aProject('south', { name: 'South Block' }))).toEqual([]);
    expect(await relabelled(aProject('north', { name: 'North Block', timezone: 'Europe/Madrid' }))).toEqual(
      [],
    );
  });

  it('contains records of the requested local days and the company', async () => {
    const farm = await aFarm([aProject('lima', { timezone: 'America/Lima' })]);
    const [eve, day] = [aRecord(farm, '2026-06-10T04:59:59Z'), aRecord(farm, '2026-06-10T05:00:00Z')];
    for (const record of [eve, day]) await farm.keep(record);
    const tenth = '2026-06-10' as LocalDate;
    const of = async (start: LocalDate | null, end: LocalDate | null) =>
      (await followed(farm, null, { start, end })).records.map(({ record_id }) => record_id);
    expect(await of(tenth, null)).toEqual([day.source.recordId]);
    expect(await of(null, '2026-06-09' as LocalDate)).toEqual([eve.source.recordId]);
    const { nextCursor, timezone } = await followed(farm, null);
    expect(timezone).toBe('America/Lima');
    await expect(followed(farm, nextCursor, { start: tenth, end: null })).rejects.toMatchObject({
      code: 'cursor_mismatch',
    });
    await expect(followed(await aFarm(), nextCursor)).rejects.toMatchObject({ code: 'cursor_mismatch' });
  });
});

describe('observations on PostgreSQL', () => {
  const span = { from: new Date('2026-01-01T00:00:00Z'), before: new Date('2027-01-01T00:00:00Z') };
  const total = (companyId: string) =>
    queries.run(companyId, async (query) =>
      (await query.tallies(span, ANYWHERE)).reduce((sum, { records }) => sum + records.reported, 0),
    );

  it('are hidden from other companies, like their projects and sectors', async () => {
    const [own, other] = [await aFarm(), await aFarm()];
    await own.keep(aRecord(own, '2026-06-10T12:00:00Z', own.sectors[0]));
    await own.keep(aRecord(own, '2026-06-10T12:00:00Z'));
    expect([await total(own.companyId), await total(other.companyId)]).toEqual([2, 0]);
    await queries.run(other.companyId, async (query) => {
      expect(await query.project(own.projects[0]!.projectId)).toBeUndefined();
      expect(await query.sector(own.sectors[0]!.sectorId)).toBeUndefined();
      const { projectId, sectorId } = own.sectors[0]!;
      expect(await query.tallies(span, { projectId, sectorId })).toEqual([]);
      const batches: (readonly string[])[] = [];
      await query.records(span, async (batch) => void batches.push(batch));
      expect(batches).toEqual([]);
    });
  });

  it('count once, even if they are passed on repeatedly', async () => {
    const farm = await aFarm();
    const record = aRecord(farm, '2026-06-10T12:00:00Z', farm.sectors[0]);
    await farm.keep(record);
    await expect(farm.keep(record)).rejects.toMatchObject({ code: '23505' });
    expect(await total(farm.companyId)).toBe(1);
  });

  it('stream in order, batch by batch, each once', async () => {
    const farm = await aFarm();
    const made = Array.from({ length: 450 }, (_, index) =>
      aRecord(
        farm,
        new Date(Date.UTC(2026, 5, 1, 0, (index * 7) % 60)).toISOString(),
        farm.sectors[index % 4],
      ),
    );
    for (const record of made) await farm.keep(record);
    const [ids, sizes]: [string[], number[]] = [[], []];
    await queries.run(farm.companyId, (query) =>
      query.records(span, async (batch) => {
        sizes.push(batch.length);
        ids.push(...batch.map((text) => (JSON.parse(text) as { record_id: string }).record_id));
      }),
    );
    const inOrder = made
      .map(({ source }) => `${source.recordedAt.toISOString()} ${source.recordId}`)
      .toSorted()
      .map((line) => line.slice(25));
    expect(ids).toEqual(inOrder);
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
  });

  it('leave the connection usable when their reader fails', async () => {
    const farm = await aFarm();
    await farm.keep(aRecord(farm, '2026-06-10T12:00:00Z'));
    const reading = queries.run(farm.companyId, (query) =>
      query.records(span, () => Promise.reject(new Error('the client went away'))),
    );
    await expect(reading).rejects.toThrow('the client went away');
    expect(await total(farm.companyId)).toBe(1);
  });

  describe('written by a program that does not know findings', () => {
    const FINDINGS = [
      ...[
        [2, 2],
        [0, null],
        [null, null],
      ],
      ...[[0, 0]],
      ...[
        [0, 1],
        [1, null],
      ],
    ];

    it('got their finding when the columns were added', async () => {
      const farm = await scouted();
      expect(await findings(farm)).toEqual(FINDINGS);
      await asOwner(async (runner) => {
        await runner.query(
          'ALTER TABLE agronomy.observations DROP COLUMN pest_finding, DROP COLUMN record_finding',
        );
        await new PhytosanitaryFindings1763600000203().up(runner);
      });
      expect(await findings(farm)).toEqual(FINDINGS);
    });

    it('get their finding beside newer programs, separately for each company', async () => {
      const [farm, neighbour] = [await scouted(), await scouted()];
      for (const { companyId } of [farm, neighbour]) await writeAgainWithoutFindings(companyId);
      expect(await findings(farm)).toEqual(FINDINGS);
      expect(await findings(neighbour)).toEqual(FINDINGS);
      expect(await total(farm.companyId)).toBe(3);
    });

    it('get their finding by the migration if they were written before the trigger existed', async () => {
      const farm = await scouted();
      await asOwner(async (runner) => {
        await runner.query('DROP FUNCTION agronomy.findings_worked_out CASCADE');
        await writeAgainWithoutFindings(farm.companyId);
        expect(await total(farm.companyId)).toBe(0);
        await new FindingsOfOlderPrograms1763600000205().up(runner);
      });
      expect(await findings(farm)).toEqual(FINDINGS);
    });
  });
});

function aRecord(
  farm: ScoutedFarm,
  recordedAt: string,
  { projectId, sectorId }: { projectId: string | null; sectorId: string | null } = ANYWHERE,
): ScoutedRecord {
  const { author } = farm;
  return aScoutedRecord([aResponse('Moth', 1)], {
    author,
    projectId,
    sectorId,
    recordedAt: new Date(recordedAt),
  });
}

/** A farm with records of all kinds: a pest reported twice, one not assessed, one absent. */
async function scouted(): Promise<ScoutedFarm> {
  const farm = await aFarm();
  for (const responses of [
    [aResponse('Moth', 0), aResponse('Rust', null), aResponse('Moth', 3, null, { variable: 'again' })],
    [aResponse('Moth', null)],
    [aResponse('Rust', null), aResponse('Moth', 0)],
  ])
    await farm.keep(aScoutedRecord(responses, { author: farm.author }));
  return farm;
}

async function findings({ companyId }: ScoutedFarm): Promise<unknown[][]> {
  const rows = await database.tenant(companyId, (tx) =>
    tx.query('SELECT pest_finding, record_finding FROM agronomy.observations ORDER BY observation_id'),
  );
  return rows.map((row) => Object.values(row));
}

/** The statement of versions that did not know findings: all rows of a record at once. */
async function writeAgainWithoutFindings(companyId: string): Promise<void> {
  const columns = `company_id, record_id, observed_at, created_at, author_id, author_idp_id, author_name, project_id,
    sector_id, latitude, longitude, observation_id, variable_name, variable_type, name, value, severity, eppo_code,
    threshold`;
  const rows = await database.tenant(companyId, (tx) =>
    tx.query<{ record_id: string }>('SELECT * FROM agronomy.observations'),
  );
  await asOwner((runner) =>
    runner.query('DELETE FROM agronomy.observations WHERE company_id = $1', [companyId]),
  );
  await database.tenant(companyId, async (tx) => {
    for (const [, record] of Map.groupBy(rows, ({ record_id }) => record_id))
      await tx.query(
        `INSERT INTO agronomy.observations (${columns})
         SELECT ${columns} FROM jsonb_populate_recordset(NULL::agronomy.observations, $1)`,
        [JSON.stringify(record)],
      );
  });
}

async function asOwner(work: (runner: QueryRunner) => Promise<unknown>): Promise<void> {
  const owner = await new DataSource({ type: 'postgres', url: test.ownerUrl }).initialize();
  const runner = owner.createQueryRunner();
  await work(runner);
  await runner.release();
  await owner.destroy();
}
