import { isId } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/database';
import type { FindOneOptions } from 'typeorm';
import type { DueReplay, ReplayQueue, ReplayRepository } from '../../../application/ports.ts';
import { Replay } from '../../../domain/index.ts';
import { ReplayRow } from '../rows.ts';

const COLUMNS = `webhook_id AS "webhookId", since, until, outcome, replayed, failures, reason, next_at AS "nextAt",
  ended_at AS "endedAt", micros, entry_id AS "entryId"`;

export class TypeormReplayRepository implements ReplayRepository {
  constructor(private readonly tx: Transaction) {}

  read(webhookId: string): Promise<Replay | undefined> {
    return this.#one(webhookId);
  }

  find(webhookId: string): Promise<Replay | undefined> {
    return this.#one(webhookId, { lock: { mode: 'for_no_key_update' } });
  }

  async start({ state: { webhookId, since, nextAt } }: Replay): Promise<Replay> {
    const [row] = await this.tx.query<ReplayRow>(
      `INSERT INTO notifications.replays AS r (company_id, webhook_id, since, next_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id, webhook_id) DO UPDATE SET since = excluded.since, until = excluded.until, outcome = NULL,
           micros = NULL, entry_id = NULL, replayed = 0, failures = 0, reason = NULL, next_at = excluded.next_at,
           ended_at = NULL
         RETURNING ${COLUMNS}`,
      [this.tx.companyId, webhookId, since, nextAt],
    );
    if (!row) throw new Error('The replay was not stored');
    return restored(row);
  }

  async save({ state }: Replay): Promise<void> {
    const { webhookId, position, since: _, until: __, ...changes } = state;
    const { companyId, manager } = this.tx;
    const at = { micros: position?.micros ?? null, entryId: position?.entryId ?? null };
    await manager.update(ReplayRow, { companyId, webhookId }, { ...changes, ...at });
  }

  async #one(webhookId: string, options: FindOneOptions<ReplayRow> = {}): Promise<Replay | undefined> {
    if (!isId(webhookId)) return undefined;
    const { companyId, manager } = this.tx;
    const row = await manager.findOne(ReplayRow, { where: { companyId, webhookId }, ...options });
    return row === null ? undefined : restored(row);
  }
}

export class TypeormReplayQueue implements ReplayQueue {
  constructor(private readonly database: Database) {}

  /** Across companies, because one process continues the replays of all. */
  due(now: Date, limit: number): Promise<readonly DueReplay[]> {
    return this.database.system((tx) =>
      tx.query<DueReplay>(
        `SELECT company_id AS "companyId", webhook_id AS "webhookId" FROM (
           SELECT DISTINCT ON (company_id) company_id, webhook_id, next_at FROM notifications.replays
           WHERE next_at <= $1 ORDER BY company_id, next_at
         ) AS first ORDER BY next_at LIMIT $2`,
        [now, limit],
      ),
    );
  }
}

function restored({ micros, entryId, companyId: _, ...state }: ReplayRow): Replay {
  const position = micros === null || entryId === null ? null : { micros, entryId };
  return Replay.restore({ ...state, position });
}
