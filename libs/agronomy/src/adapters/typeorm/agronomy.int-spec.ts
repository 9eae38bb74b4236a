import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, SystemClock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import {
  agronomyRows,
  ProjectDirectory,
  type ProjectEntry,
  wireAgronomy,
  wireAgronomyIn,
} from '../../index.ts';
import { aProject, aSector, square } from '../../testing/builders.ts';
import { describeAgronomyPorts } from '../../testing/agronomy.contract.ts';
import type { FarmTransactions } from '../../testing/contract/farm-repository.contract.ts';
import { aStoredFarm } from '../../testing/stored-farm.ts';
import { TypeormFarmRepository } from './typeorm-farm-repository.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect(test.url, { poolSize: 4, rows: agronomyRows });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

describeAgronomyPorts('PostgreSQL', async () => ({
  newCompanies,
  newFarm: () => aStoredFarm(database),
  close: async () => undefined,
}));

async function newCompanies(): Promise<FarmTransactions> {
  const [own, other] = [await aCompany(), await aCompany()];
  return {
    run: (work) => database.tenant(own, (tx) => work(new TypeormFarmRepository(tx))),
    elsewhere: (work) => database.tenant(other, (tx) => work(new TypeormFarmRepository(tx))),
  };
}

describe('applying projects to PostgreSQL', () => {
  it('applies a thousand sectors at once, and rewrites none of them the second time', async () => {
    const company = await aCompany();
    const farm = [aProject('north', { sectors: manySectors(1_045) })];
    const started = performance.now();
    const first = await apply(company, farm);
    expect(performance.now() - started).toBeLessThan(30_000);
    const versions = await rowVersions(company);

    expect(await apply(company, farm)).toEqual(first);
    expect(await rowVersions(company)).toEqual(versions);
    await apply(company, [aProject('north', { sectors: [aSector('s7', { name: 'Renamed' })] })]);
    const touched = (await rowVersions(company)).filter((version, index) => version !== versions[index]);
    expect(touched).toHaveLength(1);
  });

  it('returns the same ids to all when many apply at once', async () => {
    const company = await aCompany();
    const farm = [aProject('north', { sectors: manySectors(20) })];
    const applied = await Promise.all(Array.from({ length: 8 }, () => apply(company, farm)));
    for (const one of applied) expect(one).toEqual(applied[0]);
  });
});

describe('the project list', () => {
  it('contains active projects by name, with only the members of the response', async () => {
    const company = await aCompany();
    const ids = await apply(company, [
      aProject('b', {
        name: 'Beta',
        sectors: [aSector('2', { name: 'Two' }), aSector('1', { name: 'One', crop: 'Plum' })],
      }),
      aProject('a', { name: 'Alpha' }),
      aProject('gone', { sectors: [aSector('1')] }),
    ]);
    await apply(
      company,
      [
        aProject('b', {
          name: 'Beta',
          sectors: [aSector('2', { name: 'Two' }), aSector('1', { name: 'One' })],
        }),
        aProject('a', { name: 'Alpha' }),
      ],
      { prune: true },
    );
    await apply(company, [aProject('b', { name: 'Beta', sectors: [aSector('gone')] })]);
    await deactivateSector(company, 'gone');
    expect(await wireAgronomy(database, new SystemClock()).listProjects.execute(company)).toEqual([
      { projectId: ids.projects['a'], projectName: 'Alpha', sectors: [] },
      {
        projectId: ids.projects['b'],
        projectName: 'Beta',
        sectors: [
          { sectorId: ids.sectors['b/1'], sector_name: 'One' },
          { sectorId: ids.sectors['b/2'], sector_name: 'Two' },
        ],
      },
    ]);
    const everything = await database.tenant(company, (tx) => new ProjectDirectory().all(tx));
    expect(everything.map(({ key, status }) => `${key} ${status}`)).toEqual([
      'a active',
      'b active',
      'gone inactive',
    ]);
  });
});

describe('the project directory', () => {
  const directory = new ProjectDirectory();

  it('returns projects and sectors of the company only', async () => {
    const [own, other] = [await aCompany(), await aCompany()];
    const defaults = {
      ...{ samplingUnit: 'kg', pricePerUnit: 0.1, maxDurationHours: 8, syncGraceHours: 0, repeatSeconds: 90 },
      harvestGuard: 'block' as const,
    };
    const ids = await apply(own, [
      aProject('north', { defaults, sectors: [aSector('1', { crop: 'Plum' })] }),
    ]);
    const [projectId, sectorId] = [ids.projects['north']!, ids.sectors['north/1']!];
    const project = {
      projectId,
      name: 'Project north',
      timezone: 'America/Santiago',
      defaults: { ...defaults, pricePerUnit: '0.1' },
      active: true,
    };
    const sector = { sectorId, projectId, name: 'Sector 1', crop: 'Plum', variety: null, active: true };
    await database.tenant(own, async (tx) => {
      expect(await directory.project(tx, projectId)).toEqual(project);
      expect(await directory.sector(tx, sectorId)).toEqual(sector);
    });
    await database.tenant(other, async (tx) => {
      expect(await directory.project(tx, projectId)).toBeUndefined();
      expect(await directory.sector(tx, sectorId)).toBeUndefined();
    });
    await apply(own, [], { prune: true });
    await database.tenant(own, async (tx) => {
      expect(await directory.project(tx, projectId)).toEqual({ ...project, active: false });
      expect(await directory.sector(tx, sectorId)).toEqual({ ...sector, active: false });
    });
  });

  it('finds nothing for a malformed id', async () => {
    await database.tenant(await aCompany(), async (tx) => {
      expect(await directory.project(tx, 'north')).toBeUndefined();
      expect(await directory.sector(tx, "'; --")).toBeUndefined();
      expect(await directory.sector(tx, newId())).toBeUndefined();
    });
  });
});

describe('row-level security of agronomy', () => {
  it.each(['projects', 'sectors'])('hides other companies’ %s from a query without WHERE', async (table) => {
    const [own, other] = [await aCompany(), await aCompany()];
    for (const company of [own, other])
      await apply(company, [aProject('north', { sectors: [aSector('1')] })]);
    const seen = await database.tenant(own, (tx) =>
      tx.query<{ company_id: string }>(`SELECT company_id FROM agronomy.${table}`),
    );
    expect(seen).toEqual([{ company_id: own }]);
  });

  it('refuses rows of another company, and permits no deletion', async () => {
    const [own, other] = [await aCompany(), await aCompany()];
    const { projects } = await apply(own, [aProject('north')]);
    const steal = `INSERT INTO agronomy.sectors (company_id, sector_id, project_id, key, name, status) VALUES ($1, $2, $3, 'x', 'x', 'active')`;
    await expect(
      database.tenant(other, (tx) => tx.query(steal, [own, newId(), projects['north']])),
    ).rejects.toThrow(/row-level security/);
    await expect(
      database.tenant(other, (tx) => tx.query(steal, [other, newId(), projects['north']])),
    ).rejects.toThrow(/foreign key/);
    await expect(database.tenant(own, (tx) => tx.query('DELETE FROM agronomy.projects'))).rejects.toThrow(
      /permission denied/,
    );
    await expect(database.system((tx) => tx.query('SELECT FROM agronomy.projects'))).rejects.toThrow(
      /permission denied/,
    );
  });
});

async function aCompany(): Promise<string> {
  const companyId = newId();
  await database.tenant(companyId, (tx) =>
    tx.query(
      `INSERT INTO access.companies (company_id, key, name, timezone) VALUES ($1::uuid, $1::uuid::text, 'A farm', 'UTC')`,
      [companyId],
    ),
  );
  return companyId;
}

function apply(companyId: string, farm: readonly ProjectEntry[], options = { prune: false }) {
  return database.tenant(companyId, (tx) => wireAgronomyIn(tx).applyProjects.execute(farm, options));
}

function deactivateSector(companyId: string, key: string) {
  return database.tenant(companyId, (tx) =>
    tx.query(`UPDATE agronomy.sectors SET status = 'inactive' WHERE key = $1`, [key]),
  );
}

async function rowVersions(companyId: string): Promise<string[]> {
  const rows = await database.tenant(companyId, (tx) =>
    tx.query<{ version: string }>(
      `SELECT 'project ' || project_id || ' ' || xmin::text AS version FROM agronomy.projects
       UNION ALL SELECT 'sector ' || sector_id || ' ' || xmin::text FROM agronomy.sectors ORDER BY 1`,
    ),
  );
  return rows.map(({ version }) => version);
}

function manySectors(count: number) {
  return Array.from({ length: count }, (_, index) =>
    aSector(`s${index}`, {
      crop: 'Mixed',
      variety: null,
      boundary: square(-71 + (index % 40) * 0.02, -33 + Math.floor(index / 40) * 0.02),
    }),
  );
}
