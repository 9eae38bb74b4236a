import type { Stage } from './stage.ts';

export const HOUR_MS = 3_600_000;
const EVERY_MS = HOUR_MS / 6;
/** The instant of the last seeded reading. */
const LAST = Date.UTC(2025, 11, 31, 23, 50);
/** The local day, in UTC, of the last readings. */
export const LAST_DAY = '2025-12-31';
/** Columns and what is measured, of the `day` and the `season`, both −1 to 1. */
const PLAIN = ['te, hr, wind', '16 + 9 * day - 6 * season, 62 - 25 * day, 2 + day'] as const;
const EXTRA = ['rain, rad, par, wet', '0, greatest(0, 800 * day), greatest(0, 1600 * day), 0'] as const;
/** What each table has of them. */
const TABLES = [
  ['weather', ...PLAIN],
  ['whole_weather', `${PLAIN[0]}, ${EXTRA[0]}`, `${PLAIN[1]}, ${EXTRA[1]}`],
] as const;

/** Stations of one company with years of stored weather. */
export interface Stations {
  readonly companyId: string;
  /** The ids of each device and its project. */
  readonly devices: readonly { readonly deviceId: string; readonly projectId: string }[];
}

export interface Span {
  readonly from: Date;
  readonly to: Date;
  /** Between two readings; ten minutes by default. */
  readonly everyMs?: number;
  /** Whether stations send rain, radiation, light and wetness too. */
  readonly isWhole?: boolean;
}

/** Writes readings of each station that follow days, nights and seasons, and its source, directly into the tables. */
export async function report(
  stage: Stage,
  { companyId, devices }: Stations,
  { from, to, everyMs = EVERY_MS, isWhole = false }: Span,
): Promise<void> {
  const ids = devices.map(({ deviceId }) => deviceId);
  const projects = devices.map(({ projectId }) => projectId);
  await stage.asSuperuser(async (client) => {
    await client.query(
      `SELECT telemetry.make_partitions(ARRAY(
         SELECT month::date FROM generate_series(date_trunc('month', $1::timestamptz), $2, interval '1 month') AS month))`,
      [from, to],
    );
    await client.query(
      `INSERT INTO telemetry.sources (company_id, device_id, kind, project_id, sends_plain)
       SELECT $1, device_id, 'weather', project_id, $4 FROM unnest($2::text[], $3::uuid[]) AS d (device_id, project_id)
       ON CONFLICT DO NOTHING`,
      [companyId, ids, projects, !isWhole],
    );
    for (const [table, columns, values] of isWhole ? TABLES : TABLES.slice(0, 1))
      await client.query(
        `INSERT INTO telemetry.${table} (company_id, project_id, device_id, ts, ${columns})
         SELECT $1, project_id, device_id, ts, ${values}
           FROM unnest($2::text[], $3::uuid[]) AS d (device_id, project_id),
                generate_series($4::timestamptz, $5, $6 * interval '1 millisecond') AS ts,
                LATERAL (SELECT sin(extract(epoch FROM ts)::float8 / 86400 * 2 * pi()) AS day,
                                cos(extract(epoch FROM ts)::float8 / 86400 / 365.25 * 2 * pi()) AS season) AS waves`,
        [companyId, ids, projects, from, to, everyMs],
      );
    await client.query('VACUUM (ANALYZE) telemetry.weather, telemetry.whole_weather, telemetry.sources');
  });
}

/** The instants of so many readings of a station, of which the `first`th before the last one is the latest. */
export function spanOf(readings: number, first = 0): Span {
  const [from, to] = [first + readings - 1, first].map((index) => new Date(LAST - index * EVERY_MS));
  return { from: from as Date, to: to as Date };
}

/** The instant of a new reading: between two stored ones of the last hours, never twice the same. */
export function between(round: number, index: number): Date {
  return new Date(LAST - index * EVERY_MS + (round + 1) * 1_000);
}
