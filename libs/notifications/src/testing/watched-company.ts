import { newId } from '@furrow/kernel';
import type { NotificationsOnPostgres } from './notifications-on-postgres.ts';

interface Rules {
  readonly count: number;
  /** For every device of the project if not given. */
  readonly device?: string;
  readonly prefix?: string;
}

/** A company whose devices are watched, without the use cases and their limits. */
export class WatchedCompany {
  private constructor(
    private readonly postgres: NotificationsOnPostgres,
    readonly companyId: string,
    readonly projectId: string,
    readonly since: Date,
  ) {}

  /** @param since when its rules were created */
  static async open(postgres: NotificationsOnPostgres, since: Date): Promise<WatchedCompany> {
    const [companyId, projectId] = [await postgres.newCompany(), newId()];
    await postgres.owner.query(
      `INSERT INTO agronomy.projects (company_id, project_id, key, name, timezone, max_duration_hours, sync_grace_hours, status)
       VALUES ($1, $2, 'farm', 'Farm', 'UTC', 12, 48, 'active')`,
      [companyId, projectId],
    );
    return new WatchedCompany(postgres, companyId, projectId, since);
  }

  async addDevices(deviceIds: readonly string[]): Promise<void> {
    await this.postgres.owner.query(
      `INSERT INTO access.devices (company_id, device_id, project_id, secret_hash, status)
       SELECT $1, device_id, $2, sha256('secret'), 'active' FROM unnest($3::text[]) AS device_id`,
      [this.companyId, this.projectId, deviceIds],
    );
  }

  /** Rules that fire at once below 0 °C. */
  async addRules({ count, device, prefix = 'rule' }: Rules): Promise<void> {
    await this.postgres.owner.query(
      `INSERT INTO notifications.alerts
         (company_id, key, name, kind, project_id, device_id, metric, below, lasts, clear_by, since)
       SELECT $1, $5 || '-' || n, 'Frost', 'threshold', $2, $3, 'te', 0, '0s', 0, $6 FROM generate_series(1, $4) AS n`,
      [this.companyId, this.projectId, device ?? null, count, prefix, this.since],
    );
  }

  /** Readings a second apart, the first one then. */
  async addReadings(deviceIds: readonly string[], values: readonly number[], first: Date): Promise<void> {
    await this.postgres.owner.query(
      `INSERT INTO telemetry.weather (company_id, project_id, device_id, ts, te, hr, wind)
       SELECT $1, $2, device_id, $5::timestamptz + (n - 1) * interval '1 second', te, 60, 2
       FROM unnest($3::text[]) AS device_id CROSS JOIN unnest($4::float8[]) WITH ORDINALITY AS readings (te, n)`,
      [this.companyId, this.projectId, deviceIds, values, first],
    );
  }

  async rows<Row extends object>(sql: string): Promise<Row[]> {
    return (await this.postgres.owner.query<Row>(sql, [this.companyId])).rows;
  }
}
