import type { PreparedStatement } from '@furrow/database';
import type pg from 'pg';
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
 */
export class BareBulkInsert {
  private constructor(private readonly clients: readonly pg.Client[]) {}

  static async connect(stage: Stage, connections: number): Promise<BareBulkInsert> {
    return new BareBulkInsert(await Promise.all(Array.from({ length: connections }, () => stage.connect())));
  }

  /** @returns the duration in seconds */
  async run(
    { companyId, statement, batchOf }: BareRows,
    batchesEach: number,
    batchSize: number,
  ): Promise<number> {
    const work = this.clients.map((client) => ({
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
    return (performance.now() - start) / 1000;
  }

  async end(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.end()));
  }
}
