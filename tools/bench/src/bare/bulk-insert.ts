import { ADD_RECORDS, addRecordsParameters } from '@furrow/production/sql';
import type pg from 'pg';
import { newRecords, stateOf } from '../records.ts';
import type { Crew } from '../stage/crews.ts';
import type { Stage } from '../stage/stage.ts';
import { beginAs } from './tenant.ts';

/**
 * Inserts records with the service's statements and nothing around them: one connection per client, parameters built
 * beforehand. The baseline of bulk sync.
 */
export class BareBulkInsert {
  private constructor(private readonly clients: readonly pg.Client[]) {}

  static async connect(stage: Stage, connections: number): Promise<BareBulkInsert> {
    return new BareBulkInsert(await Promise.all(Array.from({ length: connections }, () => stage.connect())));
  }

  /** @returns the duration in seconds */
  async run(crew: Crew, batchesEach: number, batchSize: number): Promise<number> {
    const batch = () => newRecords(crew, batchSize).map((record) => stateOf(crew, record));
    const work = this.clients.map((client) => ({
      client,
      batches: Array.from({ length: batchesEach }, () => addRecordsParameters(crew.companyId, batch())),
    }));
    const start = performance.now();
    await Promise.all(
      work.map(async ({ client, batches }) => {
        for (const parameters of batches) {
          await client.query(beginAs(crew.companyId));
          const { rowCount } = await client.query({ ...ADD_RECORDS, values: parameters });
          await client.query('COMMIT');
          if (rowCount !== batchSize) throw new Error(`${rowCount} of ${batchSize} records were inserted`);
        }
      }),
    );
    return (performance.now() - start) / 1000;
  }

  async end(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.end()));
  }
}
