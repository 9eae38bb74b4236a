import type { Stage } from '../stage.ts';

const HOUR_MS = 3_600_000;
/** Columns and what is measured, of the `day` and the `season`, both −1 to 1. */
const PLAIN = ['te, hr, wind', '16 + 9 * day - 6 * season, 62 - 25 * day, 2 + day'] as const;
const EXTRA = ['rain, rad, par, wet', '0, greatest(0, 800 * day), greatest(0, 1600 * day), 0'] as const;
/** What each table has of them. */
const MEASURED = [
  ['weather', ...PLAIN],
  ['whole_weather', `${PLAIN[0]}, ${EXTRA[0]}`, `${PLAIN[1]}, ${EXTRA[1]}`],
] as const;

/** A project whose stations have measured all metrics for some years, up to the end of 2025. */
export interface Seasons {
  readonly projectId: string;
  readonly stations: readonly string[];
  /** The first year. */
  readonly since: number;
}

/** A farm with a year of hourly readings of one station, and ten years of five stations that send every ten minutes. */
export interface SeasonsFarm {
  readonly companyId: string;
  /** An API token of the company, with any scope. */
  readonly credential: string;
  readonly year: Seasons;
  readonly decade: Seasons;
}

export async function seedSeasons(stage: Stage, quick: boolean): Promise<SeasonsFarm> {
  const names = (project: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${project}-station-${n}`);
  const stations = { year: names('year', 1), decade: names('decade', quick ? 2 : 5) };
  const site = { latitude: -36.5, longitude: -71.6, altitude: 240 };
  const timezone = 'America/Santiago';
  const { companyId, projects, apiTokens } = await stage.apply({
    company: { key: 'seasons', name: 'Seasons', timezone },
    projects: Object.keys(stations).map((key) => ({ key, name: key, timezone })),
    devices: Object.entries(stations).flatMap(([project, ids]) =>
      ids.map((deviceId) => ({ deviceId, project, ...site })),
    ),
    apiTokens: [{ name: 'indicators', scopes: ['read:production'] }],
  });
  const seasons = (project: 'year' | 'decade', since: number) => ({
    ...{ projectId: projects[project] ?? '', stations: stations[project], since },
  });
  const farm = {
    ...{ companyId, credential: apiTokens['indicators']?.credential ?? '' },
    year: seasons('year', 2025),
    decade: seasons('decade', quick ? 2025 : 2016),
  };
  await measure(stage, companyId, farm.year, HOUR_MS);
  await measure(stage, companyId, farm.decade, HOUR_MS / (quick ? 1 : 6));
  await stage.asSuperuser((client) =>
    client.query('VACUUM (ANALYZE) telemetry.weather, telemetry.whole_weather'),
  );
  return farm;
}

/** Writes readings that follow days, nights and seasons, directly into the tables. */
function measure(
  stage: Stage,
  companyId: string,
  { projectId, stations, since }: Seasons,
  everyMs: number,
): Promise<unknown> {
  return stage.asSuperuser(async (client) => {
    // One more month on either side, because local days extend beyond those of UTC.
    const [from, to] = [new Date(Date.UTC(since - 1, 11, 1)), new Date(Date.UTC(2026, 0, 31))];
    await client.query(
      `SELECT telemetry.make_partitions(ARRAY(
         SELECT month::date FROM generate_series($1::timestamptz, $2, interval '1 month') AS month))`,
      [from, to],
    );
    await client.query(
      `INSERT INTO telemetry.sources (company_id, device_id, project_id, kind, sends_plain)
       SELECT $1, station, $2, 'weather', false FROM unnest($3::text[]) AS station`,
      [companyId, projectId, stations],
    );
    for (const [table, columns, values] of MEASURED)
      await client.query(
        `INSERT INTO telemetry.${table} (company_id, project_id, device_id, ts, ${columns})
         SELECT $1, $2, station, ts, ${values}
           FROM unnest($3::text[]) AS station,
                generate_series($4::timestamptz, $5, $6 * interval '1 millisecond') AS ts,
                LATERAL (SELECT sin(extract(epoch FROM ts)::float8 / 86400 * 2 * pi()) AS day,
                                cos(extract(epoch FROM ts)::float8 / 86400 / 365.25 * 2 * pi()) AS season) AS waves`,
        [companyId, projectId, stations, from, to, everyMs],
      );
  });
}
