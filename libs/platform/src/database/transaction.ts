import type { PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import type { EntityManager } from 'typeorm';

/** One transaction that already said who it is. Handed on explicitly, never kept. */
export class Transaction {
  constructor(
    /** TypeORM on this very transaction: `insert`, `update`, `find…`; not `save`, which reads first. */
    readonly manager: EntityManager,
    private readonly client: PoolClient,
    private readonly company: string | undefined,
  ) {}

  /** The company that the policies show. */
  get companyId(): string {
    if (this.company === undefined) throw new Error('A system transaction stands in no company');
    return this.company;
  }

  /** The rows of any statement, UPDATE … RETURNING included. */
  async query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.client.query<Row>(sql, parameters as unknown[]);
    return result.rows;
  }

  /** The rows of a large answer, a batch at a time; the next one is read only when asked for. */
  async *batches<Row extends object>(sql: string, parameters: readonly unknown[], size: number): AsyncGenerator<Row[]> {
    const cursor = this.client.query(new Cursor<Row>(sql, parameters as unknown[]));
    try {
      for (;;) {
        const rows = await cursor.read(size);
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
      await cursor.close();
    }
  }
}
