import type { Database } from '@furrow/database';
import type { Metrics } from '@furrow/observability';

const FRESH_SECONDS = 5;

/** Commands that wait for their devices. The count crosses companies, so every process reports the same. */
export class OutboxGauges {
  constructor(
    metrics: Metrics,
    private readonly database: Database,
  ) {
    metrics.measured(
      {
        furrow_commands_waiting: 'Commands of the installation that no device has acknowledged yet',
        furrow_commands_oldest_seconds: 'Age of the oldest command that no device has acknowledged yet',
      },
      FRESH_SECONDS,
      () => this.#waiting(),
    );
  }

  async #waiting() {
    const [row] = await this.database.system((tx) =>
      tx.query<{ waiting: number; seconds: number }>(
        `SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
           FROM telemetry.commands WHERE delivered_at IS NULL AND expired_at IS NULL`,
      ),
    );
    return {
      furrow_commands_waiting: row?.waiting ?? 0,
      furrow_commands_oldest_seconds: Math.max(row?.seconds ?? 0, 0),
    };
  }
}
