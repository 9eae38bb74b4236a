import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { Database, LONG_RUNNING } from '@furrow/database';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import pg from 'pg';
import { type Boundary, contains } from '../../domain/index.ts';
import {
  agronomyRows,
  type ProjectEntry,
  recordObservations,
  SectorLocator,
  wireAgronomyIn,
} from '../../index.ts';
import { aProject, aSector, square } from '../../testing/builders.ts';
import { SECTORS_AROUND } from './sector-locator.ts';

const locator = new SectorLocator();
let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect(test.url, { poolSize: 2, rows: agronomyRows, timeouts: LONG_RUNNING });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

describe('locating a point', () => {
  it('finds the sector around it, and no other', async () => {
    const company = await aCompany();
    const ids = await apply(company, [
      aProject('north', { sectors: [aSector('n1', { boundary: square(-71, -33) }), aSector('bare')] }),
    ]);
    const found = { projectId: ids.projects['north'], sectorId: ids.sectors['north/n1'] };
    expect(await locate(company, -70.995, -32.995)).toEqual(found);
    expect(await locate(company, -71, -33)).toEqual(found);
    expect(await locate(company, -70.99, -32.99)).toEqual(found);
    expect(await locate(company, -70.989, -32.995)).toBeUndefined();
    expect(await locate(company, 0, 0)).toBeUndefined();
    expect(await locate(await aCompany(), -70.995, -32.995)).toBeUndefined();
  });

  it('excludes holes, and checks each part of a sector', async () => {
    const company = await aCompany();
    const ring = (west: number, south: number, side: number) =>
      square(west, south, side).coordinates[0] as never;
    const scattered: Boundary = {
      type: 'MultiPolygon',
      coordinates: [[ring(10, 10, 1), ring(10.4, 10.4, 0.2)], [ring(20, -5, 0.001)]],
    };
    const ids = await apply(company, [aProject('p', { sectors: [aSector('s', { boundary: scattered })] })]);
    const key = async (longitude: number, latitude: number) =>
      (await locate(company, longitude, latitude))?.sectorId;
    expect(await key(10.1, 10.1)).toBe(ids.sectors['p/s']);
    expect(await key(10.5, 10.5)).toBeUndefined();
    expect(await key(20.0005, -4.9995)).toBe(ids.sectors['p/s']);
    expect(await key(15, 3)).toBeUndefined();
  });

  it('chooses the smallest of overlapping sectors', async () => {
    const company = await aCompany();
    const ids = await apply(company, [
      aProject('p', {
        sectors: [
          aSector('large', { boundary: square(0, 0, 50) }),
          aSector('small', { boundary: square(10, 10, 0.01) }),
          aSector('middle', { boundary: square(9, 9, 3) }),
          aSector('twin', { boundary: square(9, 9, 3) }),
        ],
      }),
    ]);
    const at = async (longitude: number, latitude: number) =>
      (await locate(company, longitude, latitude))?.sectorId;
    const [small, middle, twin, large] = ['small', 'middle', 'twin', 'large'].map(
      (key) => ids.sectors[`p/${key}`],
    );
    expect(await at(10.005, 10.005)).toBe(small);
    expect(await at(11, 11)).toBe([middle, twin].sort()[0]);
    expect(await at(40, 40)).toBe(large);
  });

  it('ignores what is out of use', async () => {
    const company = await aCompany();
    const sectors = [aSector('1', { boundary: square(0, 0) }), aSector('2', { boundary: square(1, 1) })];
    const farm = [
      aProject('p', { sectors }),
      aProject('q', { sectors: [aSector('1', { boundary: square(2, 2) })] }),
    ];
    await apply(company, farm);
    await apply(company, [aProject('p', { sectors: sectors.slice(1) })], true);
    const found = await Promise.all([0, 1, 2].map((at) => locate(company, at + 0.005, at + 0.005)));
    expect(found.map((sector) => sector !== undefined)).toEqual([false, true, false]);
    // Its sectors are still active, but their project is not.
    await database.tenant(company, (tx) => tx.query(`UPDATE agronomy.sectors SET status = 'active'`));
    expect(await locate(company, 2.005, 2.005)).toBeUndefined();
  });

  it('finds a sector by any point of its bounding box, whatever its size and position', async () => {
    // A box's own tile is always one of those around each of its points; edges and corners are the hard cases.
    const [{ missed, boxes }] = (await database.tenant(newId(), (tx) =>
      tx.query<{ missed: number; boxes: number }>(
        `SELECT count(*) FILTER (WHERE NOT agronomy.tile_of_box(west, south, east, north)
                                 = ANY (agronomy.tiles_around(x, y)))::int AS missed, count(*)::int AS boxes
         FROM (SELECT west, south, least(west + side, 180) AS east, least(south + side * stretch, 90) AS north
               FROM (SELECT CASE WHEN i % 3 = 0 THEN round(random() * 360 * 512) / 512 - 180
                                 ELSE random() * 360 - 180 END AS west,
                            random() * 180 - 90 AS south, power(10, random() * 9 - 6.5) AS side,
                            power(10, random() * 2 - 1) AS stretch
                     FROM generate_series(1, 4000) AS i) AS corners) AS boxes,
              LATERAL (VALUES (west, south), (east, north), (west, north), ((west + east) / 2, (south + north) / 2))
                AS points (x, y)`,
      ),
    )) as [{ missed: number; boxes: number }];
    expect([missed, boxes]).toEqual([0, 16_000]);
    const whole = await database.tenant(newId(), (tx) =>
      tx.query(
        `SELECT agronomy.tile_of_box(-180, -90, 180, 90) = ANY (agronomy.tiles_around(180, 90)) AS found`,
      ),
    );
    expect(whole).toEqual([{ found: true }]);
  });

  it('agrees with a check of every sector', async () => {
    const company = await aCompany();
    const sizes = [0.0001, 0.003, 0.05, 0.7, 9];
    const boundaries = Array.from({ length: 400 }, (_, index) => {
      const side = sizes[index % sizes.length]!;
      return square(Math.sin(index * 7) * 3, Math.cos(index * 13) * 3, side);
    });
    const sectors = boundaries.map((boundary, index) => aSector(`s${index}`, { boundary }));
    await apply(company, [aProject('p', { sectors })]);
    for (let index = 0; index < 200; index++) {
      const point = { longitude: Math.sin(index * 11) * 4, latitude: Math.cos(index * 5) * 4 };
      const expected = boundaries.some((boundary) => contains(boundary, point));
      expect((await locate(company, point.longitude, point.latitude)) !== undefined).toBe(expected);
    }
  });

  it('reads hardly more among 10,000 sectors than among 10', async () => {
    const [few, many] = [await aCompany(), await aCompany()];
    await apply(few, [aProject('p', { sectors: grid(10) })]);
    await apply(many, [aProject('p', { sectors: grid(10_000) })]);
    const owner = new pg.Client({ connectionString: test.ownerUrl });
    await owner.connect();
    await owner.query('ANALYZE agronomy.sectors');
    await owner.end();
    const pagesRead = async (company: string) => {
      const [row] = await database.tenant(company, (tx) =>
        tx.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
          `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${SECTORS_AROUND.text}`,
          [company, -70.9, -32.9],
        ),
      );
      const { Plan: plan } = row!['QUERY PLAN'][0];
      return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
    };
    expect(await pagesRead(many)).toBeLessThan((await pagesRead(few)) + 20);
  });
});

describe('observations', () => {
  it('contain their record’s time, author and place, and belong to one company', async () => {
    const company = await aCompany();
    const userId = newId();
    await database.tenant(company, (tx) =>
      tx.query(
        `INSERT INTO access.users (company_id, user_id, idp_id, name, role, status)
         VALUES ($1, $2::uuid, $2::text, 'Ana', 'supervisor', 'active')`,
        [company, userId],
      ),
    );
    const ids = await apply(company, [aProject('p', { sectors: [aSector('s')] })]);
    const [projectId, sectorId] = [ids.projects['p']!, ids.sectors['p/s']!];
    const source = {
      recordId: newId(),
      recordedAt: new Date('2026-03-10T12:00:00Z'),
      createdAt: new Date('2026-03-11T12:00:00Z'),
      author: { userId, idpId: 'idp|ana', name: 'Ana' },
      projectId,
      sectorId,
      gps: { latitude: -33, longitude: -71 },
    };
    const moth = { variable: 'moth', type: 'pests', name: 'Moth', value: 0.1, severity: null } as const;
    const mould = {
      variable: 'mould',
      type: 'diseases',
      name: 'Mould',
      value: null,
      severity: 12.5,
    } as const;
    const own = { eppoCode: 'POLYBO', threshold: 5 };
    await database.tenant(company, async (tx) => {
      await recordObservations(tx, [
        {
          source,
          observations: [
            { ...moth, ...own },
            { ...mould, eppoCode: null, threshold: null },
          ],
        },
        {
          source: { ...source, recordId: newId(), projectId: null, sectorId: null, gps: null },
          observations: [{ ...moth, ...own }],
        },
      ]);
    });
    const seen = (of: string) =>
      database.tenant(of, (tx) => tx.query('SELECT * FROM agronomy.observations ORDER BY observation_id'));
    expect(await seen(company)).toMatchObject([
      {
        record_id: source.recordId,
        variable_name: 'moth',
        variable_type: 'pests',
        name: 'Moth',
        value: '0.1',
        severity: null,
        eppo_code: 'POLYBO',
        threshold: '5',
        observed_at: source.recordedAt,
        created_at: source.createdAt,
        author_id: userId,
        author_idp_id: 'idp|ana',
        author_name: 'Ana',
        project_id: projectId,
        sector_id: sectorId,
        latitude: -33,
        longitude: -71,
      },
      { variable_name: 'mould', value: null, severity: '12.5', eppo_code: null },
      { project_id: null, sector_id: null, latitude: null },
    ]);
    expect(await seen(await aCompany())).toEqual([]);
    const change = (sql: string) => database.tenant(company, (tx) => tx.query(sql));
    await expect(change('UPDATE agronomy.observations SET value = 1')).rejects.toThrow(/permission denied/);
    await expect(change('DELETE FROM agronomy.observations')).rejects.toThrow(/permission denied/);
  });
});

function locate(company: string, longitude: number, latitude: number) {
  return database.tenant(company, (tx) => locator.locate(tx, { longitude, latitude }));
}

function apply(company: string, farm: readonly ProjectEntry[], prune = false) {
  return database.tenant(company, (tx) => wireAgronomyIn(tx).applyProjects.execute(farm, { prune }));
}

/** Sectors of some 300 m, a hundred to a row. */
function grid(count: number) {
  return Array.from({ length: count }, (_, index) =>
    aSector(`s${index}`, {
      boundary: square(-71 + (index % 100) * 0.003, -33 + Math.floor(index / 100) * 0.003, 0.003),
    }),
  );
}

async function aCompany(): Promise<string> {
  const companyId = newId();
  await database.tenant(companyId, (tx) =>
    tx.query(
      `INSERT INTO access.companies (company_id, key, name, timezone)
       VALUES ($1::uuid, $1::uuid::text, 'A farm', 'UTC')`,
      [companyId],
    ),
  );
  return companyId;
}
