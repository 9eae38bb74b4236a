import { actingAs, Database, LONG_RUNNING } from '@furrow/database';
import { allRows } from '@furrow/schema';
import { configuration } from './configuration.ts';
import { operator } from './operator.ts';

/** Runs `work` on the running system's database and attributes its changes to the operator. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { url } = configuration().database;
  const acting = operator();
  const database = await Database.connect(url, { poolSize: 2, rows: allRows, timeouts: LONG_RUNNING });
  try {
    return await actingAs(
      () => acting,
      () => work(database),
    );
  } finally {
    await database.close();
  }
}
