import type { Database } from '@furrow/platform';
import { type SessionKey, SessionMaintenance } from '../../application/ports.ts';
import { LAGGING_SESSIONS, takeSnapshots } from './snapshot-sql.ts';

const REFRESHED_AT_ONCE = 1_000;

/** Crosses companies deliberately: lapsed sessions and lagging snapshots may belong to any of them. */
export class TypeormSessionMaintenance extends SessionMaintenance {
  constructor(private readonly database: Database) {
    super();
  }

  override async closeLapsed(now: Date, limit: number): Promise<number> {
    if (!this.database.isDistributed) return this.#closeLapsed(now, limit);
    const due = await this.database.system((tx) =>
      tx.query<{ company_id: string }>(
        'SELECT DISTINCT company_id FROM production.sessions WHERE closed_at IS NULL AND lapses_at <= $1 LIMIT $2',
        [now, limit],
      ),
    );
    let closed = 0;
    for (const { company_id } of due) closed += await this.#closeLapsed(now, limit, company_id);
    return closed;
  }

  /** @param company of all, where it is not said */
  #closeLapsed(now: Date, limit: number, company?: string): Promise<number> {
    const one = company === undefined ? '' : 'AND company_id = $3';
    return this.database.system(async (tx) => {
      // Skips sessions that another process is closing instead of waiting for them.
      const closed = await tx.query<{ company_id: string; session_id: string }>(
        `UPDATE production.sessions s
         SET status = 'closed', closed_at = s.ends_at, closed_by = 'system', closed_reason = s.end_reason
         FROM (SELECT company_id, session_id FROM production.sessions
               WHERE closed_at IS NULL AND lapses_at <= $1 ${one}
               ORDER BY lapses_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED) AS due
         WHERE s.company_id = due.company_id AND s.session_id = due.session_id ${one && 'AND s.company_id = $3'}
         RETURNING s.company_id, s.session_id`,
        company === undefined ? [now, limit] : [now, limit, company],
      );
      if (closed.length > 0) await tx.query(...snapshotsOf(closed, now));
      return closed.length;
    });
  }

  override async refreshSnapshots(sessions: readonly SessionKey[], now: Date): Promise<void> {
    const keys = sessions.map(({ companyId, sessionId }) => ({
      company_id: companyId,
      session_id: sessionId,
    }));
    await this.database.system((tx) => tx.query(...snapshotsOf(keys, now)));
  }

  override async refreshAllSnapshots(now: Date): Promise<void> {
    // With very many open sessions the query takes longer than a statement of a request may.
    const lagging = await this.database.longRunning((tx) =>
      tx.query<{ company_id: string; session_id: string }>(LAGGING_SESSIONS),
    );
    for (let start = 0; start < lagging.length; start += REFRESHED_AT_ONCE) {
      const some = lagging.slice(start, start + REFRESHED_AT_ONCE);
      await this.database.system((tx) => tx.query(...snapshotsOf(some, now)));
    }
  }
}

function snapshotsOf(
  keys: readonly { company_id: string; session_id: string }[],
  now: Date,
): [string, unknown[]] {
  const chosen = 'SELECT * FROM unnest($2::uuid[], $3::uuid[]) AS chosen (company_id, session_id)';
  return [takeSnapshots(chosen), [now, keys.map((key) => key.company_id), keys.map((key) => key.session_id)]];
}
