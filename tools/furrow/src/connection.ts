import { Database } from '@furrow/platform';
import { allRows } from '@furrow/schema';
import { configuration } from './configuration.ts';

/** Runs `work` on the running system's database. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { url } = configuration().database;
  const database = await Database.connect(url, { poolSize: 2, rows: allRows });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
