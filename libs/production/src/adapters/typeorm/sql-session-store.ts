import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';
import { type Place, SessionStore } from '../../application/ports.ts';
import { type MovementSums, NO_MOVEMENTS, type ProductionSession } from '../../domain/index.ts';
import { changeableOf, rowOf, sessionOf, type SessionRow } from './session-mapper.ts';

const MINE = `SELECT s.* FROM production.sessions s WHERE s.company_id = $1`;

/** Everyone locks sessions in one order, or two syncs of the same sessions could wait for each other for ever. */
export const LOCK_SESSIONS_FOR_RECORDS = `${MINE} AND s.session_id = ANY($2::uuid[]) ORDER BY s.session_id FOR SHARE`;

export class SqlSessionStore extends SessionStore {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async insert(session: ProductionSession): Promise<boolean> {
    const row = rowOf(session);
    const columns = Object.keys(row);
    const inserted = await this.tx.query(
      `INSERT INTO production.sessions (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})
       ON CONFLICT DO NOTHING RETURNING session_id`,
      Object.values(row),
    );
    return inserted.length === 1;
  }

  override find(sessionId: string): Promise<ProductionSession | undefined> {
    return this.#one(sessionId, '');
  }

  override lockForChange(sessionId: string): Promise<ProductionSession | undefined> {
    return this.#one(sessionId, 'FOR NO KEY UPDATE');
  }

  override async lockForRecords(sessionIds: readonly string[]): Promise<Map<string, ProductionSession>> {
    const ids = sessionIds.filter(isId);
    const rows = await this.tx.query<SessionRow>(LOCK_SESSIONS_FOR_RECORDS, [this.tx.companyId, ids]);
    return new Map(rows.map((row) => [row.session_id, sessionOf(row)]));
  }

  override async update(session: ProductionSession): Promise<void> {
    const changes = changeableOf(session);
    const assignments = Object.keys(changes).map((column, i) => `${column} = $${i + 3}`);
    await this.tx.query(
      `UPDATE production.sessions SET ${assignments.join(', ')} WHERE company_id = $1 AND session_id = $2`,
      [this.tx.companyId, session.id, ...Object.values(changes)],
    );
  }

  override async byLocalId(ownerUserId: string, localId: string): Promise<ProductionSession | undefined> {
    const [row] = await this.tx.query<SessionRow>(`${MINE} AND s.owner_user_id = $2 AND s.local_id = $3`, [
      this.tx.companyId,
      ownerUserId,
      localId,
    ]);
    return row && sessionOf(row);
  }

  override async openIn(place: Place): Promise<ProductionSession | undefined> {
    const [row] = await this.tx.query<SessionRow>(
      `${MINE} AND s.project_id = $2 AND s.local_date = $3 AND s.sector_id = $4 AND s.status = 'open'`,
      [this.tx.companyId, place.projectId, place.localDate, place.sectorId],
    );
    return row && sessionOf(row);
  }

  override async closeLapsedIn(place: Place, now: Date): Promise<string[]> {
    const closed = await this.tx.query<{ id: string }>(
      `UPDATE production.sessions
       SET status = 'closed', closed_at = ends_at, closed_by = 'system', closed_reason = end_reason
       WHERE company_id = $1 AND project_id = $2 AND local_date = $3 AND sector_id = $4
         AND status = 'open' AND lapses_at <= $5
       RETURNING session_id AS id`,
      [this.tx.companyId, place.projectId, place.localDate, place.sectorId, now],
    );
    return closed.map(({ id }) => id);
  }

  override async sums(sessionId: string): Promise<MovementSums> {
    const [row] = await this.tx.query<MovementSums>(
      `SELECT trim_scale(coalesce(sum(units_added - units_voided), 0))::text AS "validUnits",
              trim_scale(coalesce(sum(units_added - units_voided), 0))::text AS "netUnits",
              coalesce(sum(record_count), 0)::int AS "recordCount",
              coalesce(sum(voided_count), 0)::int AS "voidedCount",
              count(DISTINCT worker_id)::int AS "workerCount"
       FROM production.tallies WHERE company_id = $1 AND session_id = $2`,
      [this.tx.companyId, sessionId],
    );
    return row ?? NO_MOVEMENTS;
  }

  async #one(sessionId: string, lock: string): Promise<ProductionSession | undefined> {
    if (!isId(sessionId)) return undefined;
    const [row] = await this.tx.query<SessionRow>(`${MINE} AND s.session_id = $2 ${lock}`, [
      this.tx.companyId,
      sessionId,
    ]);
    return row && sessionOf(row);
  }
}
