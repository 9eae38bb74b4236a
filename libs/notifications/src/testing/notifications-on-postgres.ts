import { newId } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { settled } from '@furrow/journal/testing';
import { createTestDatabase } from '@furrow/testbed';
import pg from 'pg';
import { TypeormReplayQueue } from '../adapters/typeorm/replays/typeorm-replay-repository.ts';
import { notificationsRows } from '../adapters/typeorm/rows.ts';
import { TypeormNotificationsTransactions } from '../adapters/typeorm/typeorm-notifications-transactions.ts';
import type { TwoFarms } from './notifications.contract.ts';

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
  static async start({ poolSize = 4, onCitus = false } = {}): Promise<NotificationsOnPostgres> {
    const { url, ownerUrl, drop } = await createTestDatabase({ onCitus });
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

  /** Registers workers in one transaction, of which the audit trail tells. */
  async register(companyId: string, workerIds: readonly string[]): Promise<void> {
    await this.owner.query(
      `INSERT INTO workforce.workers
         (company_id, worker_id, code, code_stem, code_number, first_name, last_name, full_name, hire_date, position,
          employment_type, status, name_key, search_text, created_at, updated_at)
       SELECT $1, id, id::text, id::text, 1, 'Ana', 'Soto', 'Ana Soto', '2026-03-01', 'harvester', 'seasonal', 'active',
              id::text, '', now(), now()
       FROM unnest($2::uuid[]) AS id`,
      [companyId, workerIds],
    );
    await settled(this.database, companyId);
  }

  /** Two companies, as the contract suite of the transactions needs them. */
  async twoFarms(): Promise<TwoFarms> {
    const [own, other] = [await this.newCompany(), await this.newCompany()];
    const registered = async (workerId: string, at: Date) => {
      await this.owner.query(
        `INSERT INTO audit.entries (company_id, act, subjects, at) VALUES ($1, 'worker.registered', $2, $3)`,
        [own, [workerId], at],
      );
    };
    const transactions = new TypeormNotificationsTransactions(this.database);
    return { transactions, queue: new TypeormReplayQueue(this.database), own, other, registered };
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.owner.end();
    await this.drop();
  }
}
