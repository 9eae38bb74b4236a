import type { PreparedStatement } from '@furrow/database';
import type { Stage } from '../stage/stage.ts';
import { beginAs } from './tenant.ts';

/** What is inserted. */
export interface BareRows {
  readonly companyId: string;
  readonly statement: PreparedStatement;
  /** The parameters for so many new rows. */
  readonly batchOf: (size: number) => unknown[];
}

/**
 * Inserts rows with the service's statement and nothing around it: one connection per client, parameters built
 * beforehand. The baseline of bulk sync.
 *
 * @returns a function that inserts batches on each connection, and returns rows per second
 */
export async function bareInsert(
  stage: Stage,
  connections: number,
  { companyId, statement, batchOf }: BareRows,
) {
  const clients = await Promise.all(Array.from({ length: connections }, () => stage.connect()));
  return async (batchesEach: number, batchSize: number): Promise<number> => {
    await stage.checkpoint();
    const work = clients.map((client) => ({
      client,
      batches: Array.from({ length: batchesEach }, () => batchOf(batchSize)),
    }));
    const start = performance.now();
    await Promise.all(
      work.map(async ({ client, batches }) => {
        for (const parameters of batches) {
          await client.query(beginAs(companyId));
          const { rowCount } = await client.query({ ...statement, values: parameters });
          await client.query('COMMIT');
          if (rowCount !== batchSize) throw new Error(`${rowCount} of ${batchSize} rows were inserted`);
        }
      }),
    );
    return (1_000 * connections * batchesEach * batchSize) / (performance.now() - start);
  };
}
