import { isId, type Page } from '@furrow/kernel';
import { type Condition, PagedSelect, type PreparedStatement, type Transaction } from '@furrow/database';
import type { SectorDay, SessionSearch, SessionRepository, SummedSession } from '../../application/ports.ts';
import {
  type MovementSums,
  NO_MOVEMENTS,
  type ProductionSession,
  type UnitsOfKind,
} from '../../domain/index.ts';
import { UNITS_BY_KIND } from './prices/container-tallies-sql.ts';
import { REPEATS_OF_SESSION } from './records/possible-repeats-sql.ts';
import { changeableOf, rowOf, SESSION_COLUMNS, sessionOf, type SessionRow } from './mapper.ts';

const MINE = `SELECT ${SESSION_COLUMNS} FROM production.sessions s WHERE s.company_id = $1`;

/**
 * Locks the sessions $2 in the order of their ids, because two syncs of the same sessions could otherwise deadlock.
 * PostgreSQL admits further sharers of a row lock ahead of a writer that waits for it, so a crew that never stops
 * syncing could keep its session from being closed. Therefore everybody first takes an advisory lock, which is granted
 * in order of arrival. The row is read again after it is locked, so changes made before are seen.
 */
const locked = (gate: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared', rowLock: string) => `
  WITH gates AS MATERIALIZED (
    SELECT ${gate}(hashtextextended(session_id::text, 0))
    FROM (SELECT session_id FROM production.sessions
          WHERE company_id = $1 AND session_id = ANY($2::uuid[]) AND status = 'open' ORDER BY session_id) AS open
  )
  ${MINE} AND s.session_id = ANY($2::uuid[]) AND (SELECT count(*) FROM gates) >= 0
  ORDER BY s.session_id ${rowLock}`;
const LOCKED_FOR_CHANGE = locked('pg_advisory_xact_lock', 'FOR NO KEY UPDATE');
export const LOCKED_FOR_RECORDS: PreparedStatement = {
  name: 'sessions_locked_for_records',
  text: locked('pg_advisory_xact_lock_shared', 'FOR SHARE'),
};

const SUMS = `
  trim_scale(coalesce(sum(units_added - units_voided), 0))::text AS "validUnits",
  trim_scale(coalesce(sum(units_added - units_voided), 0))::text AS "netUnits",
  coalesce(sum(record_count - further_count), 0)::int AS "recordCount",
  coalesce(sum(voided_count - further_voided), 0)::int AS "voidedCount",
  count(DISTINCT worker_id)::int AS "workerCount"`;

export const SESSIONS_PAGE = new PagedSelect<
  SessionRow & { readonly sums: MovementSums; readonly repeats: number }
>({
  name: 'sessions-page',
  table: 'production.sessions s',
  key: 'session_id',
  order: 's.local_date DESC, s.opened_at DESC, s.session_id DESC',
  columns: `${SESSION_COLUMNS}, row_to_json(sums) AS sums, coalesce(cardinality(${REPEATS_OF_SESSION}), 0) AS repeats`,
  joins: `LEFT JOIN LATERAL (
    SELECT ${SUMS} FROM production.tallies t WHERE t.company_id = $1 AND t.session_id = s.session_id
  ) AS sums ON true`,
});

export function conditionsOf(search: SessionSearch): Condition[] {
  const { from, to, status, projectId, sectorId, ownerUserId, now } = search;
  const asked = (name: string, value: unknown, sql: Condition['sql']): Condition[] =>
    value === null ? [] : [{ name, sql, value }];
  return [
    ...asked('owner', ownerUserId, (p) => `s.owner_user_id = ${p}`),
    ...asked('from', from, (p) => `s.local_date >= ${p}`),
    ...asked('to', to, (p) => `s.local_date <= ${p}`),
    ...asked('project', projectId, (p) => `s.project_id = ${p}`),
    ...asked('sector', sectorId, (p) => `s.sector_id = ${p}`),
    // `status` selects the index of the company's own open sessions; `closed_at IS NULL` would select the sweep's
    // index, which covers all companies.
    ...asked('open', status === 'open' ? now : null, (p) => `s.status = 'open' AND s.lapses_at > ${p}`),
    ...asked(
      'closed',
      status === 'closed' ? now : null,
      (p) => `(s.closed_at IS NOT NULL OR s.lapses_at <= ${p})`,
    ),
  ];
}

export class TypeormSessionRepository implements SessionRepository {
  constructor(private readonly tx: Transaction) {}

  async insert(session: ProductionSession): Promise<boolean> {
    const row = rowOf(session);
    const columns = Object.keys(row);
    const inserted = await this.tx.query(
      `INSERT INTO production.sessions (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})
       ON CONFLICT DO NOTHING RETURNING session_id`,
      Object.values(row),
    );
    return inserted.length === 1;
  }

  async find(sessionId: string): Promise<ProductionSession | undefined> {
    const [session] = (await this.#byIds(`${MINE} AND s.session_id = ANY($2::uuid[])`, [sessionId])).values();
    return session;
  }

  async lockForChange(sessionId: string): Promise<ProductionSession | undefined> {
    const [session] = (await this.#byIds(LOCKED_FOR_CHANGE, [sessionId])).values();
    return session;
  }

  lockForRecords(sessionIds: readonly string[]): Promise<Map<string, ProductionSession>> {
    return this.#byIds(LOCKED_FOR_RECORDS, sessionIds);
  }

  async update(session: ProductionSession): Promise<void> {
    const changes = changeableOf(session);
    const assignments = Object.keys(changes).map((column, i) => `${column} = $${i + 3}`);
    await this.tx.query(
      `UPDATE production.sessions SET ${assignments.join(', ')} WHERE company_id = $1 AND session_id = $2`,
      [this.tx.companyId, session.id, ...Object.values(changes)],
    );
  }

  async byLocalId(ownerUserId: string, localId: string): Promise<ProductionSession | undefined> {
    const [row] = await this.tx.query<SessionRow>(`${MINE} AND s.owner_user_id = $2 AND s.local_id = $3`, [
      this.tx.companyId,
      ownerUserId,
      localId,
    ]);
    return row && sessionOf(row);
  }

  async openIn(of: SectorDay): Promise<ProductionSession | undefined> {
    const [row] = await this.tx.query<SessionRow>(
      `${MINE} AND s.project_id = $2 AND s.local_date = $3 AND s.sector_id = $4 AND s.status = 'open'`,
      [this.tx.companyId, of.projectId, of.localDate, of.sectorId],
    );
    return row && sessionOf(row);
  }

  async closeLapsedIn(of: SectorDay, now: Date): Promise<string[]> {
    const closed = await this.tx.query<{ id: string }>(
      `UPDATE production.sessions
       SET status = 'closed', closed_at = ends_at, closed_by = 'system', closed_reason = end_reason
       WHERE company_id = $1 AND project_id = $2 AND local_date = $3 AND sector_id = $4
         AND status = 'open' AND lapses_at <= least($5, now()) -- never by a clock of ours that is ahead
       RETURNING session_id AS id`,
      [this.tx.companyId, of.projectId, of.localDate, of.sectorId, now],
    );
    return closed.map(({ id }) => id);
  }

  async sums(sessionId: string): Promise<MovementSums> {
    const [row] = await this.tx.query<MovementSums>(
      `SELECT ${SUMS} FROM production.tallies WHERE company_id = $1 AND session_id = $2`,
      [this.tx.companyId, sessionId],
    );
    return row ?? NO_MOVEMENTS;
  }

  async unitsByKind(sessionIds: readonly string[]): Promise<Map<string, UnitsOfKind[]>> {
    const rows = await this.tx.query<UnitsOfKind & { readonly sessionId: string }>(UNITS_BY_KIND, [
      this.tx.companyId,
      sessionIds.filter(isId),
    ]);
    const bySession = Map.groupBy(rows, ({ sessionId }) => sessionId);
    return new Map([...bySession].map(([id, kinds]) => [id, kinds.map(({ sessionId: _, ...kind }) => kind)]));
  }

  async page(search: SessionSearch): Promise<Page<SummedSession>> {
    if ([search.projectId, search.sectorId].some((id) => id !== null && !isId(id)))
      return { items: [], total: 0 };
    const { items, total } = await SESSIONS_PAGE.page(this.tx, search, conditionsOf(search));
    return {
      items: items.map(({ sums, repeats, ...row }) => ({
        session: sessionOf(row),
        sums,
        possibleRepeats: repeats,
      })),
      total,
    };
  }

  async #byIds(
    sql: string | PreparedStatement,
    sessionIds: readonly string[],
  ): Promise<Map<string, ProductionSession>> {
    const rows = await this.tx.query<SessionRow>(sql, [this.tx.companyId, sessionIds.filter(isId)]);
    return new Map(rows.map((row) => [row.session_id, sessionOf(row)]));
  }
}
