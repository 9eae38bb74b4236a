import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@furrow/database';
import { LAGGING_SESSIONS } from '@furrow/production/sql';
import type { Check } from '../finding.ts';

/** The sweep runs every two seconds. */
const SWEPT_WITHIN = '2 minutes';
/** Breakdowns are refreshed every second, and those of a crashed process within a minute. */
const REFRESHED_WITHIN = '2 minutes';
const SECOND_LOOK_MS = 3_000;

const OVERDUE = `
  SELECT count(*)::int AS count, min(lapses_at) AS since,
         (array_agg(session_id || ' of company ' || company_id ORDER BY lapses_at))[1:3] AS first
  FROM production.sessions
  WHERE closed_at IS NULL AND lapses_at < now() - interval '${SWEPT_WITHIN}'`;

interface Overdue {
  readonly count: number;
  readonly since: Date;
  /** A few of them, with their companies. */
  readonly first: readonly string[];
}

const LAGGING = `
  SELECT session_id AS id, coalesce(q.movements, 0) AS seen
  FROM (${LAGGING_SESSIONS}) AS lagging
  JOIN production.sessions s USING (company_id, session_id)
  LEFT JOIN production.quality_snapshots q USING (company_id, session_id)
  WHERE coalesce(q.taken_at, s.created_at) < now() - interval '${REFRESHED_WITHIN}'`;

/** The background work of every API: closing sessions at their time limit, and the quality breakdowns. */
export const sessions: Check<Database> = {
  subject: 'sessions',
  async examine(database, findings) {
    const [overdue] = await database.system((tx) => tx.query<Overdue>(OVERDUE));
    if (overdue && overdue.count > 0)
      findings.wrong(
        `${overdue.count} sessions past their end and grace are still open, the first since ${overdue.since.toISOString()}: ${overdue.first.join(', ')}.`,
        'An API closes them: start one, and look for "cannot be closed" and "session sweep failed" in its log.',
      );
    const stuck = await stuckBreakdowns(database);
    if (stuck > 0)
      findings.wrong(
        `The quality breakdowns of ${stuck} open sessions are outdated and are not refreshed (needsRecalc).`,
        'An API refreshes them: start one, and look for "cannot be refreshed" and "session refresh failed" in its log.',
      );
    findings.elseFine('Sessions are closed in time, and quality breakdowns are up to date.');
  },
};

/** Counts breakdowns that lag and have made no progress a moment later. */
async function stuckBreakdowns(database: Database): Promise<number> {
  const look = () =>
    database.system(async (tx) => {
      const rows = await tx.query<{ id: string; seen: number }>(LAGGING);
      return new Map(rows.map(({ id, seen }) => [id, seen]));
    });
  const before = await look();
  if (before.size === 0) return 0;
  await sleep(SECOND_LOOK_MS);
  return [...(await look())].filter(([id, seen]) => before.get(id) === seen).length;
}
