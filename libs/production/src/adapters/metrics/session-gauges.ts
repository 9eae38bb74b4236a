import type { Clock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import type { Metrics } from '@furrow/observability';
import { LAGGING_SESSIONS } from '../typeorm/snapshot-sql.ts';
import type { SessionMaintenanceJob } from '../scheduler/session-maintenance-job.ts';

const SESSIONS_FRESH_SECONDS = 5;
const SNAPSHOTS_FRESH_SECONDS = 60;

/**
 * The backlog of session maintenance. The counts cross companies, so every process reports the same ones; the lag
 * covers only the snapshots that this process knows to be stale.
 */
export class SessionGauges {
  constructor(
    metrics: Metrics,
    private readonly database: Database,
    private readonly clock: Clock,
    maintenance: SessionMaintenanceJob,
  ) {
    metrics.measured(
      {
        furrow_sessions_open: 'Sessions of the installation that accept records',
        furrow_sessions_overdue: 'Lapsed sessions of the installation that no sweep has stored as closed yet',
        furrow_sessions_overdue_seconds:
          'How long the most overdue lapsed session has been waiting for a sweep',
      },
      SESSIONS_FRESH_SECONDS,
      () => this.#sessions(),
    );
    metrics.measured(
      { furrow_snapshots_lagging: 'Open sessions of the installation whose quality breakdown lags behind' },
      SNAPSHOTS_FRESH_SECONDS,
      () => this.#snapshots(),
    );
    metrics.gauge(
      'furrow_snapshot_lag_seconds',
      'How long the oldest outdated quality breakdown known to this process has been waiting for its refresh',
      () => maintenance.lagSeconds,
    );
  }

  async #sessions() {
    const [row] = await this.database.system((tx) =>
      tx.query<{ open: number; overdue: number; seconds: number }>(
        `SELECT count(*) FILTER (WHERE lapses_at > $1)::int AS open, count(*) FILTER (WHERE lapses_at <= $1)::int AS overdue,
                greatest(extract(epoch FROM $1 - min(lapses_at)), 0)::float8 AS seconds
           FROM production.sessions WHERE closed_at IS NULL`,
        [this.clock.now()],
      ),
    );
    return {
      furrow_sessions_open: row?.open ?? 0,
      furrow_sessions_overdue: row?.overdue ?? 0,
      furrow_sessions_overdue_seconds: row?.seconds ?? 0,
    };
  }

  async #snapshots() {
    const [row] = await this.database.system((tx) =>
      tx.query<{ lagging: number }>(`SELECT count(*)::int AS lagging FROM (${LAGGING_SESSIONS}) AS lagging`),
    );
    return { furrow_snapshots_lagging: row?.lagging ?? 0 };
  }
}
