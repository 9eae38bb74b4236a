import type { Stage } from './stage.ts';

const EVERY_MS = 10 * 60_000;
/** The instant of the last seeded reading. */
const LAST = Date.UTC(2025, 11, 31, 23, 50);
/** The local day, in UTC, of the last readings. */
export const LAST_DAY = '2025-12-31';

/** Stations of one company with years of stored weather. */
export interface Stations {
  readonly companyId: string;
  /** The ids of each device and its project. */
  readonly devices: readonly { readonly deviceId: string; readonly projectId: string }[];
}

/** Writes readings of each station from the `first`th before the last on, one every ten minutes, and its source. */
export async function report(
  stage: Stage,
  { companyId, devices }: Stations,
  { first, readings }: { first: number; readings: number },
): Promise<void> {
  const [from, to] = [first, first + readings - 1].map((index) => new Date(LAST - index * EVERY_MS));
  await stage.asSuperuser(async (client) => {
    await client.query(
      `SELECT telemetry.make_partitions(ARRAY(
         SELECT month::date FROM generate_series(date_trunc('month', $1::timestamptz), $2, interval '1 month') AS month))`,
      [to, from],
    );
    const ids = devices.map(({ deviceId }) => deviceId);
    const projects = devices.map(({ projectId }) => projectId);
    await client.query(
      `INSERT INTO telemetry.sources (company_id, device_id, kind, project_id)
       SELECT $1, device_id, 'weather', project_id FROM unnest($2::text[], $3::uuid[]) AS d (device_id, project_id)
       ON CONFLICT DO NOTHING`,
      [companyId, ids, projects],
    );
    await client.query(
      `INSERT INTO telemetry.weather (company_id, project_id, ts, te, hr, wind, device_id)
       SELECT $1, project_id, ts, 16 + n % 900 / 100.0, 62 - n % 2500 / 100.0, 2 + n % 300 / 100.0, device_id
       FROM unnest($2::text[], $3::uuid[]) AS d (device_id, project_id),
            generate_series($4::timestamptz, $5, interval '10 minutes') WITH ORDINALITY AS made (ts, n)`,
      [companyId, ids, projects, to, from],
    );
    await client.query('VACUUM (ANALYZE) telemetry.weather, telemetry.sources');
  });
}

/** The instants of the first and the last of so many readings of a station. */
export const spanOf = (readings: number) => ({
  from: new Date(LAST - (readings - 1) * EVERY_MS),
  to: new Date(LAST),
});

/** The instant of a new reading: between two stored ones of the last hours, never twice the same. */
export function between(round: number, index: number): Date {
  return new Date(LAST - index * EVERY_MS + (round + 1) * 1_000);
}
