import { isId } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/database';
import { type DueReplay, ReplayQueue, ReplayRepository } from '../../../application/ports.ts';
import { Replay, type ReplayState } from '../../../domain/index.ts';

const COLUMNS = `webhook_id AS "webhookId", since, until, outcome, replayed, failures, reason, next_at AS "nextAt",
  ended_at AS "endedAt", micros, entry_id AS "entryId"`;

type Row = Omit<ReplayState, 'position'> & {
  readonly micros: number | null;
  readonly entryId: number | null;
};

export class TypeormReplayRepository extends ReplayRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override read(webhookId: string): Promise<Replay | undefined> {
    return this.#one(webhookId, '');
  }

  override find(webhookId: string): Promise<Replay | undefined> {
    return this.#one(webhookId, 'FOR NO KEY UPDATE');
  }

  override async start({ state: { webhookId, since, nextAt } }: Replay): Promise<Replay> {
    const replay = restored(
      await this.tx.query<Row>(
        `INSERT INTO notifications.replays AS r (company_id, webhook_id, since, next_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id, webhook_id) DO UPDATE SET since = excluded.since, until = excluded.until, outcome = NULL,
           micros = NULL, entry_id = NULL, replayed = 0, failures = 0, reason = NULL, next_at = excluded.next_at,
           ended_at = NULL
         RETURNING ${COLUMNS}`,
        [this.tx.companyId, webhookId, since, nextAt],
      ),
    );
    if (!replay) throw new Error('The replay was not stored');
    return replay;
  }

  override async save({ state }: Replay): Promise<void> {
    const { webhookId, outcome, position, replayed, failures, reason, nextAt, endedAt } = state;
    await this.tx.query(
      `UPDATE notifications.replays SET outcome = $3, micros = $4, entry_id = $5, replayed = $6, failures = $7,
         reason = $8, next_at = $9, ended_at = $10
       WHERE company_id = $1 AND webhook_id = $2`,
      [
        ...[this.tx.companyId, webhookId, outcome, position?.micros ?? null, position?.entryId ?? null],
        ...[replayed, failures, reason, nextAt, endedAt],
      ],
    );
  }

  async #one(webhookId: string, lock: string): Promise<Replay | undefined> {
    if (!isId(webhookId)) return undefined;
    return restored(
      await this.tx.query<Row>(
        `SELECT ${COLUMNS} FROM notifications.replays WHERE company_id = $1 AND webhook_id = $2 ${lock}`,
        [this.tx.companyId, webhookId],
      ),
    );
  }
}

export class TypeormReplayQueue extends ReplayQueue {
  constructor(private readonly database: Database) {
    super();
  }

  /** Across companies, because one process continues the replays of all. */
  override due(now: Date, limit: number): Promise<readonly DueReplay[]> {
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

function restored([row]: readonly Row[]): Replay | undefined {
  if (!row) return undefined;
  const { micros, entryId, ...state } = row;
  const position = micros === null || entryId === null ? null : { micros, entryId };
  return Replay.restore({ ...state, position });
}
