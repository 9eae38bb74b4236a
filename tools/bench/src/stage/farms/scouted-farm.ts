import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '../stage.ts';

const PROJECTS = 10;
const SCOUTS = 20;
export const DAYS = 180;
const ZONE = 'America/Santiago';

/** A company with 180 days of scouting records. */
export interface ScoutedFarm {
  readonly companyId: string;
  /** An API token that may read the observations. */
  readonly credential: string;
  /** Local days that hold all records. */
  readonly start: string;
  readonly end: string;
  /** The same as instants, end exclusive. */
  readonly from: Date;
  readonly before: Date;
}

export interface ScoutedSize {
  readonly records: number;
  readonly responsesEach: number;
  readonly sectors: number;
  readonly pests: number;
}

/** Records spread evenly over days and sectors; a tenth of the responses assess nothing, half find something. */
export async function seedScouting(stage: Stage, size: ScoutedSize): Promise<ScoutedFarm> {
  const { companyId, users, sectors, apiTokens } = await provision(stage, size);
  const [span] = await stage.asSuperuser(async (client) => {
    // Skips foreign-key checks: the rows reference each other by construction, and checking each would take minutes.
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO agronomy.observations
         (company_id, observation_id, record_id, variable_name, variable_type, name, value, severity, eppo_code,
          threshold, observed_at, created_at, author_id, author_idp_id, author_name, project_id, sector_id, latitude,
          longitude, pest_finding, record_finding)
       SELECT $1, gen_random_uuid(), record_id, 'pest_' || pest, CASE pest % 3 WHEN 0 THEN 'diseases' ELSE 'pests' END,
              'Pest or disease ' || pest, value, CASE WHEN value > 0 THEN (n * 7 + pest) % 200 / 2.0 END,
              CASE WHEN pest % 2 = 0 THEN 'EPPO' || pest END, CASE WHEN pest % 4 = 0 THEN 2.5 END, at, at,
              ($2::uuid[])[1 + n % ${SCOUTS}], 'scout|' || n % ${SCOUTS}, 'Scout ' || n % ${SCOUTS},
              s.project_id, s.sector_id, -33.4 - n % 1000 / 10000.0, -70.6 - n % 1000 / 10000.0,
              CASE WHEN value > 0 THEN 2 WHEN value = 0 THEN 1 ELSE 0 END,
              CASE WHEN k = 0 THEN CASE WHEN max(value) OVER record > 0 THEN 2 ELSE sign(count(value) OVER record) END END
         FROM (SELECT n, md5('record ' || n)::uuid AS record_id, k, (n / $5 + k * 7 + n) % $6 AS pest,
                      date_trunc('day', now()) - interval '1 day' - n * (interval '1 day' * ${DAYS - 3} / $3) AS at,
                      CASE (n * 13 + k * 29) % 10 WHEN 0 THEN NULL ELSE greatest(0, (n * 31 + k * 17) % 12 - 5) END AS value
                 FROM generate_series(0, $3::int - 1) AS n, generate_series(0, $4::int - 1) AS k) AS made
         JOIN (SELECT project_id, sector_id, row_number() OVER (ORDER BY sector_id) - 1 AS number
                 FROM agronomy.sectors WHERE company_id = $1) AS s ON s.number = n % $5
       WINDOW record AS (PARTITION BY n)`,
      [companyId, Object.values(users), size.records, size.responsesEach, size.sectors, size.pests],
    );
    await client.query('VACUUM (ANALYZE) agronomy.observations, agronomy.sectors, agronomy.projects');
    const { rows } = await client.query<Pick<ScoutedFarm, 'start' | 'end' | 'from' | 'before'>>(
      `SELECT "end"::text, start::text, start::timestamp AT TIME ZONE '${ZONE}' AS from,
              ("end" + 1)::timestamp AT TIME ZONE '${ZONE}' AS before
         FROM (SELECT today AS "end", today - ${DAYS - 1} AS start
                 FROM (SELECT (now() AT TIME ZONE '${ZONE}')::date AS today) AS clock) AS days`,
    );
    return rows;
  });
  if (!span) throw new Error('The database did not say which day it is');
  if (Object.keys(sectors).length !== size.sectors)
    throw new Error('There are not as many sectors as asked for');
  return { companyId, credential: apiTokens.scouting.credential, ...span };
}

async function provision(stage: Stage, { sectors }: ScoutedSize) {
  const file = join(stage.home, 'scouting.json');
  const scouts = Array.from({ length: SCOUTS }, (_, i) => ({
    ...{ idpId: `scout|${i}`, name: `Scout ${i}`, role: 'agronomist' },
  }));
  const projects = Array.from({ length: PROJECTS }, (_, p) => ({
    ...{ key: `p${p}`, name: `Project ${p}`, timezone: ZONE },
    sectors: Array.from({ length: sectors / PROJECTS }, (_each, s) => ({
      key: `s${s}`,
      name: `Sector ${p}-${s}`,
    })),
  }));
  await writeFile(
    file,
    JSON.stringify({
      company: { key: 'scouting', name: 'Scouting', timezone: ZONE },
      ...{ users: scouts, projects, apiTokens: [{ name: 'scouting', scopes: ['read:phytosanitary'] }] },
    }),
  );
  return JSON.parse(await stage.furrow('apply', file, '--json')) as {
    companyId: string;
    users: Record<string, string>;
    sectors: Record<string, string>;
    apiTokens: { scouting: { credential: string } };
  };
}
