import type { Transaction } from '@furrow/platform';

/** A device whose readings are followed, and the instant after which to read. */
export interface FollowedDevice {
  readonly companyId: string;
  readonly deviceId: string;
  readonly after: Date;
}

/** A weather reading; for other kinds of readings all values are null. */
export interface FollowedReading {
  readonly companyId: string;
  readonly deviceId: string;
  readonly at: Date;
  readonly te: number | null;
  readonly hr: number | null;
  readonly wind: number | null;
  readonly rain: number | null;
  readonly rad: number | null;
  readonly par: number | null;
  readonly wet: number | null;
}

const FOLLOWED = `unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS f (company_id, device_id, after)`;

/** New readings for other contexts, of many companies at once, read in a system transaction of the caller. */
export class ReadingDirectory {
  /** Which devices have sent weather or plant readings after their instants. Two index look-ups each. */
  async withNews(tx: Transaction, devices: readonly FollowedDevice[]): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ deviceId: string }>(
      `SELECT f.device_id AS "deviceId" FROM ${FOLLOWED}
       WHERE EXISTS (SELECT FROM telemetry.weather r
                     WHERE r.company_id = f.company_id AND r.device_id = f.device_id AND r.ts > f.after)
          OR EXISTS (SELECT FROM telemetry.plant r
                     WHERE r.company_id = f.company_id AND r.device_id = f.device_id AND r.ts > f.after)`,
      parametersOf(devices),
    );
    return new Set(rows.map(({ deviceId }) => deviceId));
  }

  /** In order of their instants, weather first; for each device the first `limit` of each kind. */
  readings(tx: Transaction, devices: readonly FollowedDevice[], limit: number): Promise<FollowedReading[]> {
    const nothing = ['te', 'hr', 'wind', 'rain', 'rad', 'par', 'wet']
      .map((name) => `NULL::float8 AS ${name}`)
      .join(', ');
    return tx.query<FollowedReading>(
      `SELECT f.company_id AS "companyId", f.device_id AS "deviceId", r.at, r.te, r.hr, r.wind, r.rain, r.rad, r.par, r.wet
       FROM ${FOLLOWED} CROSS JOIN LATERAL (
         (SELECT ts AS at, te, hr, wind, rain, rad, par, wet, 1 AS place FROM telemetry.weather w
          WHERE w.company_id = f.company_id AND w.device_id = f.device_id AND w.ts > f.after ORDER BY ts LIMIT $4)
         UNION ALL
         (SELECT DISTINCT ts AS at, ${nothing}, 2 AS place FROM telemetry.plant p
          WHERE p.company_id = f.company_id AND p.device_id = f.device_id AND p.ts > f.after ORDER BY at LIMIT $4)
       ) AS r
       ORDER BY r.at, r.place`,
      [...parametersOf(devices), limit],
    );
  }
}

function parametersOf(devices: readonly FollowedDevice[]) {
  return [
    devices.map(({ companyId }) => companyId),
    devices.map(({ deviceId }) => deviceId),
    devices.map(({ after }) => after),
  ];
}
