import { LONG_RUNNING, ResilientClient } from '@furrow/database';

/** The first key of the advisory lock; the second is the hash of the company. */
const SEASONS = 7237;

/**
 * Runs `work` while no other program makes the season of the company: pay runs and webhooks have no key by which
 * PostgreSQL would refuse the second of two.
 *
 * @param url of the database
 */
export async function alone<T>(url: string, companyId: string, work: () => Promise<T>): Promise<T> {
  const client = new ResilientClient({
    ...{ connectionString: url, application_name: 'furrow season', timeouts: LONG_RUNNING },
  });
  await client.connect();
  try {
    // A transaction keeps its connection also behind a pooler, and ends with this process, however that ends.
    await client.ask('BEGIN');
    await client.ask(
      `SELECT pg_advisory_xact_lock(${SEASONS}, hashtext(${client.escapeLiteral(companyId)}))`,
    );
    return await work();
  } finally {
    await client.end();
  }
}
