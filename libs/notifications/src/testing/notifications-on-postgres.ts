import { newId } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { createTestDatabase } from '@furrow/testbed';
import pg from 'pg';
import { notificationsRows } from '../adapters/typeorm/rows.ts';

/** A database of its own, as a service and as its owner see it. */
export class NotificationsOnPostgres {
  private constructor(
    /** The login of a service. */
    readonly url: string,
    readonly database: Database,
    readonly owner: pg.Pool,
    private readonly drop: () => Promise<void>,
  ) {}

  /** @param poolSize the number of connections that the test uses at once */
  static async start({ poolSize = 4 } = {}): Promise<NotificationsOnPostgres> {
    const { url, ownerUrl, drop } = await createTestDatabase();
    const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 });
    const database = await Database.connect(url, { poolSize, rows: notificationsRows });
    return new NotificationsOnPostgres(url, database, owner, drop);
  }

  async newCompany(): Promise<string> {
    const companyId = newId();
    await this.owner.query(
      `INSERT INTO access.companies (company_id, key, name, timezone) VALUES ($1::uuid, $1::uuid::text, 'A farm', 'UTC')`,
      [companyId],
    );
    return companyId;
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.owner.end();
    await this.drop();
  }
}
