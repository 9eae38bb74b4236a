import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId, SystemClock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { mediaOnDisk } from '@furrow/media/testing/disk';
import { createTestDatabase } from '@furrow/testbed';
import { AgronomyFarmDirectory } from '../adapters/agronomy/agronomy-farm-directory.ts';
import { TypeormWorkforceTransactions } from '../adapters/typeorm/typeorm-workforce-transactions.ts';
import { wireWorkforceIn, workforceRows } from '../index.ts';

const PHOTO = { bytes: Buffer.from('a photo'), mimeType: 'image/png', extension: 'png' };

export type WorkforceOnPostgres = Awaited<ReturnType<typeof workforceOnPostgres>>;

/** Workforce's adapters, with media on disk, on a database of their own. */
export async function workforceOnPostgres({ poolSize = 4, onCitus = false } = {}) {
  const test = await createTestDatabase({ onCitus });
  const database = await Database.connect(test.url, { poolSize, rows: workforceRows });
  const folder = await mkdtemp(join(tmpdir(), 'furrow-workforce-'));
  const media = mediaOnDisk(database, folder);
  const transactions = new TypeormWorkforceTransactions(database, media.store, new SystemClock(), {
    farm: (tx) => new AgronomyFarmDirectory(tx),
    paid: () => ({ holdFreezes: async () => {}, paidBy: async () => undefined }),
  });
  async function aCompany(options: object = {}): Promise<string> {
    const companyId = newId();
    await database.tenant(companyId, async (tx) => {
      await tx.query(
        `INSERT INTO access.companies (company_id, key, name, timezone) VALUES ($1::uuid, $1::uuid::text, 'A farm', 'UTC')`,
        [companyId],
      );
      await wireWorkforceIn(tx, new SystemClock()).applyWorkerOptions.execute(options, { prune: false });
    });
    return companyId;
  }
  return {
    ...{ test, database, media, transactions, aCompany },
    /** What the contract suite needs. */
    async ports() {
      const own = await aCompany();
      const storedPhoto = () => media.store.put(own, PHOTO);
      return { transactions, own, other: await aCompany(), storedPhoto };
    },
    async close() {
      await database.close();
      await test.drop();
      await rm(folder, { recursive: true });
    },
  };
}
