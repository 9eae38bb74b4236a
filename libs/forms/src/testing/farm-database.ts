import { accessRows, wireAccessIn } from '@furrow/access';
import { agronomyRows, wireAgronomyIn } from '@furrow/agronomy';
import { aProject, aSector, square } from '@furrow/agronomy/testing';
import { newId, SystemClock } from '@furrow/kernel';
import { Database, LONG_RUNNING } from '@furrow/database';
import { createTestDatabase } from '@furrow/testbed';
import type { FormUser } from '../domain/index.ts';
import { formsRows } from '../adapters/typeorm/rows.ts';
import { fresh } from './builders.ts';

/** A company with users and a sector, a square of 0.01° whose south-western corner is 71° W, 33° S. */
export interface Farm {
  readonly companyId: string;
  /** A supervisor, Ana Rojas. */
  readonly ana: FormUser;
  /** An agronomist. */
  readonly ben: FormUser;
  readonly projectId: string;
  readonly sectorId: string;
}

/** A database in which farms can be created. */
export interface FarmDatabase {
  readonly database: Database;
  aFarm(): Promise<Farm>;
  /** Stores a file of the company and returns its key. */
  aFile(companyId: string): Promise<string>;
  drop(): Promise<void>;
}

export async function farmDatabase(options = { onCitus: false }): Promise<FarmDatabase> {
  const test = await createTestDatabase(options);
  const database = await Database.connect(test.url, {
    ...{ poolSize: 20, rows: [...accessRows, ...agronomyRows, ...formsRows], timeouts: LONG_RUNNING },
  });
  return {
    database,
    aFarm: () => aFarm(database),
    aFile: (companyId) => aFile(database, companyId),
    async drop() {
      await database.close();
      await test.drop();
    },
  };
}

async function aFile(database: Database, companyId: string): Promise<string> {
  const key = `${companyId}/${newId()}.png`;
  await database.tenant(companyId, (tx) =>
    tx.query(
      `INSERT INTO media.objects (company_id, key, mime_type, bytes, created_at) VALUES ($1, $2, 'image/png', 1, now())`,
      [companyId, key],
    ),
  );
  return key;
}

function aFarm(database: Database): Promise<Farm> {
  const companyId = newId();
  return database.tenant(companyId, async (tx) => {
    await tx.query(
      `INSERT INTO access.companies (company_id, key, name, timezone)
       VALUES ($1::uuid, $1::uuid::text, 'A farm', 'UTC')`,
      [companyId],
    );
    const [ana, ben] = [fresh('idp|ana'), fresh('idp|ben')].map((idpId) => `${idpId} ${companyId}`);
    const users = await wireAccessIn(tx, new SystemClock()).applyUsers.execute(
      [
        { idpId: ana!, name: 'Ana Rojas', role: 'supervisor' },
        { idpId: ben!, name: 'Ben Soto', role: 'agronomist' },
      ],
      { prune: false },
    );
    const boundary = square(-71, -33);
    const farm = [aProject('north', { sectors: [aSector('n1', { boundary })] })];
    const { projects, sectors } = await wireAgronomyIn(tx).applyProjects.execute(farm, { prune: false });
    return {
      companyId,
      ana: { userId: users.get(ana!)!, idpId: ana!, role: 'supervisor' },
      ben: { userId: users.get(ben!)!, idpId: ben!, role: 'agronomist' },
      projectId: projects['north']!,
      sectorId: sectors['north/n1']!,
    };
  });
}
