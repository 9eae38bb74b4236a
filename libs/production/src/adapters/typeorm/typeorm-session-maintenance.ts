import { crossing, type Database, lockedTogether, queryCrossing, type Transaction } from '@furrow/database';
import { type BackOff, FaultIsolation } from '@furrow/jobs';
import type { ClosedPage, LapsedPosition, SessionKey, SessionMaintenance } from '../../application/ports.ts';
import { laggingSessionsAfter, takeSnapshots } from './snapshot-sql.ts';

/** What is read of lagging sessions at once, and what one transaction closes or refreshes. */
const LIMITS = { page: 1_000, slice: 500 };
/** A request that holds a row delays its own company, not the work of all. */
const LOCKED_WITHIN = `SET LOCAL lock_timeout = '500ms'`;

export interface MaintenanceOptions {
  /** Writes into the log. */
  readonly report?: (message: string) => void;
  readonly limits?: { readonly page: number; readonly slice: number };
  readonly backOff?: () => BackOff;
}

/** Crosses companies deliberately: lapsed sessions and lagging snapshots may belong to any of them. */
export class TypeormSessionMaintenance implements SessionMaintenance {
  readonly #limits;
  readonly #closing: FaultIsolation<SessionKey>;
  readonly #refreshing: FaultIsolation<SessionKey>;

  constructor(
    private readonly database: Database,
    { report = () => undefined, limits = LIMITS, backOff }: MaintenanceOptions = {},
  ) {
    this.#limits = limits;
    const isolation = (subject: string, failure: string) =>
      new FaultIsolation<SessionKey>({
        ...{ database, report, keyOf: ({ sessionId }) => sessionId, companyOf: ({ companyId }) => companyId },
        describe: ({ companyId, sessionId }) =>
          `${subject} ${sessionId} of company ${companyId} cannot be ${failure}`,
        ...(backOff && { backOff: backOff() }),
      });
    this.#closing = isolation('Session', 'closed');
    this.#refreshing = isolation('The quality breakdown of session', 'refreshed');
  }

  async closeLapsed(now: Date, limit: number, after?: LapsedPosition): Promise<ClosedPage> {
    const lapsed = await this.database.system((tx) =>
      tx.query<LapsedPosition>(LAPSED, [
        ...[now, limit, after?.lapsesAt ?? '-infinity'],
        ...[after?.companyId ?? FIRST, after?.sessionId ?? FIRST],
      ]),
    );
    let closed = 0;
    const close = async (some: readonly SessionKey[], company?: string) => {
      const count = await this.#close(some, now, company);
      closed += count;
    };
    await this.#inSlices(this.#closing, lapsed, close);
    return { closed, next: lapsed.length < limit ? undefined : lapsed.at(-1) };
  }

  async refreshSnapshots(sessions: readonly SessionKey[], now: Date): Promise<readonly SessionKey[]> {
    const done = await this.#inSlices(this.#refreshing, sessions, (some) =>
      this.database.system((tx) => Promise.all([tx.query(LOCKED_WITHIN), takeSnapshotsOf(tx, some, now)])),
    );
    return sessions.filter((session) => !done.has(session));
  }

  async refreshAllSnapshots(now: Date): Promise<void> {
    const { page } = this.#limits;
    for (let after: SessionKey | undefined; ;) {
      const parameters = after ? [page, after.companyId, after.sessionId] : [page];
      const sql = laggingSessionsAfter(after !== undefined);
      // With very many open sessions the query takes longer than a statement of a request may.
      const lagging = await this.database.longRunning((tx) => tx.query<SessionKey>(sql, parameters));
      await this.refreshSnapshots(lagging, now);
      if (lagging.length < page) return;
      after = lagging.at(-1);
    }
  }

  async #inSlices(
    isolation: FaultIsolation<SessionKey>,
    sessions: readonly SessionKey[],
    work: (some: readonly SessionKey[], company?: string) => Promise<unknown>,
  ): Promise<ReadonlySet<SessionKey>> {
    const done = new Set<SessionKey>();
    for (const { company, items } of lockedTogether(this.database, sessions))
      for (let start = 0; start < items.length; start += this.#limits.slice) {
        const slice = items.slice(start, start + this.#limits.slice);
        for (const one of await isolation.run(slice, (some) => work(some, company))) done.add(one);
      }
    return done;
  }

  /** @param company of all, where it is not said */
  #close(sessions: readonly SessionKey[], now: Date, company?: string): Promise<number> {
    return this.database.system(async (tx) => {
      const [, closed] = await Promise.all([
        tx.query(LOCKED_WITHIN),
        queryCrossing<SessionKey>(tx, CLOSE, [now, ...arraysOf(sessions)], company),
      ]);
      if (closed.length > 0) await takeSnapshotsOf(tx, closed, now);
      return closed.length;
    });
  }
}

const FIRST = '00000000-0000-0000-0000-000000000000';

const LAPSED = `
  SELECT company_id AS "companyId", session_id AS "sessionId", lapses_at::text AS "lapsesAt" FROM production.sessions
  WHERE closed_at IS NULL AND lapses_at <= $1 AND lapses_at >= $3::timestamptz
    AND (lapses_at, company_id, session_id) > ($3::timestamptz, $4::uuid, $5::uuid)
  ORDER BY lapses_at, company_id, session_id LIMIT $2`;

/** Skips sessions that a request or another process holds instead of waiting for them. */
const CLOSE = crossing(
  undefined,
  3,
  (of) => `
  UPDATE production.sessions s
  SET status = 'closed', closed_at = s.ends_at, closed_by = 'system', closed_reason = s.end_reason
  FROM (SELECT s.company_id, s.session_id
        FROM unnest($2::uuid[], $3::uuid[]) AS chosen (company_id, session_id)
        JOIN production.sessions s ON s.company_id = chosen.company_id AND s.session_id = chosen.session_id
        WHERE s.closed_at IS NULL AND s.lapses_at <= $1 ${of('s')}
        FOR NO KEY UPDATE OF s SKIP LOCKED) AS due
  WHERE s.company_id = due.company_id AND s.session_id = due.session_id ${of('s')}
  RETURNING s.company_id AS "companyId", s.session_id AS "sessionId"`,
);

function takeSnapshotsOf(tx: Transaction, sessions: readonly SessionKey[], now: Date): Promise<object[]> {
  const chosen = 'SELECT * FROM unnest($2::uuid[], $3::uuid[]) AS chosen (company_id, session_id)';
  return tx.query(takeSnapshots(chosen), [now, ...arraysOf(sessions)]);
}

function arraysOf(sessions: readonly SessionKey[]): [string[], string[]] {
  return [sessions.map(({ companyId }) => companyId), sessions.map(({ sessionId }) => sessionId)];
}
