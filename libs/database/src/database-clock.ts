import type { SharedClock } from '@furrow/kernel';
import type { Database } from './database.ts';

/** PostgreSQL's clock. */
export class DatabaseClock implements SharedClock {
  constructor(private readonly database: Database) {}

  async now(): Promise<Date> {
    const [row] = await this.database.system((tx) => tx.query<{ now: Date }>('SELECT now() AS now'));
    if (row === undefined) throw new Error('PostgreSQL did not tell the time');
    return row.now;
  }
}
