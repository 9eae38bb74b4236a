import type { HarvestGrouping } from '../../../domain/index.ts';

/** $4 project, $5 sector, $6 owner, $7 crop and $8 variety, or null for any. */
const OF_SCOPE = `s.company_id = $1
    AND ($4::uuid IS NULL OR s.project_id = $4) AND ($5::uuid IS NULL OR s.sector_id = $5)
    AND ($6::uuid IS NULL OR s.owner_user_id = $6)
    AND ($7::text IS NULL OR s.crop = $7) AND ($8::text IS NULL OR s.variety = $8)`;
const VALID = 't.units_added - t.units_voided';
const TALLIES = `
  FROM production.sessions s
  JOIN production.tallies t ON t.company_id = s.company_id AND t.session_id = s.session_id`;

/** The name that was current last: names change, and a sort of each group would cost more than its sums. */
const lastName = (name: string) => `substr(max(s.local_date::text || ${name}), 11)`;

/** Of each grouping: what it groups by, and what it tells of a group besides. */
const GROUPINGS: Readonly<
  Record<
    Exclude<HarvestGrouping, 'container'>,
    { readonly by: readonly string[]; readonly members: readonly string[]; readonly join?: string }
  >
> = {
  sector: {
    by: ['s.project_id', 's.sector_id'],
    members: [
      's.project_id AS "projectId"',
      's.sector_id AS "sectorId"',
      `${lastName('s.sector_name')} AS sector_name`,
    ],
  },
  variety: { by: ['s.crop', 's.variety'], members: ['s.crop', 's.variety'] },
  quality: {
    by: ['t.quality_id', 'q.name'],
    members: ['t.quality_id AS "qualityId"', 'q.name AS "qualityName"'],
    join: 'LEFT JOIN production.qualities q ON q.company_id = t.company_id AND q.quality_id = t.quality_id',
  },
  worker: {
    by: ['t.worker_id'],
    members: ['t.worker_id AS "workerId"', `${lastName('t.worker_name')} AS worker_name`],
  },
  week: {
    by: [`date_trunc('week', s.local_date)`],
    members: [`to_char(date_trunc('week', s.local_date), 'YYYY-MM-DD') AS week`],
  },
};

/** A shared record counts once, and once for each of its workers. */
const COUNTS = {
  ofWorkers: { added: 't.record_count', voided: 't.voided_count' },
  ofRecords: { added: 't.record_count - t.further_count', voided: 't.voided_count - t.further_voided' },
};

/**
 * What was picked, group by group and unit by unit, from the tallies. The largest group comes first, weeks in their order.
 * $1 company, $2 and $3 first and last day, $4 to $8 as `OF_SCOPE` says.
 */
export function harvestGroups(grouping: HarvestGrouping): string {
  if (grouping === 'container') return BY_CONTAINER;
  const { by, members, join = '' } = GROUPINGS[grouping];
  const records = grouping === 'worker' ? COUNTS.ofWorkers : COUNTS.ofRecords;
  return `
  SELECT ${members.join(', ')}, s.sampling_unit AS unit, trim_scale(sum(${VALID}))::text AS "validUnits",
    sum(${records.added})::int AS "recordCount", sum(${records.voided})::int AS "voidedCount",
    count(DISTINCT t.session_id)::int AS "sessionCount", count(DISTINCT t.worker_id)::int AS "workerCount",
    min(s.local_date)::text AS "firstDay", max(s.local_date)::text AS "lastDay"
  ${TALLIES} ${join}
  WHERE ${OF_SCOPE} AND s.local_date BETWEEN $2 AND $3
  GROUP BY ${by.join(', ')}, s.sampling_unit
  ORDER BY unit, ${grouping === 'week' ? by.join(', ') : `sum(${VALID}) DESC, ${by.join(', ')}`}`;
}

/** The same of what was picked into containers; their tallies are not by worker. */
const BY_CONTAINER = `
  SELECT t.container, coalesce(c.name, t.container) AS container_name,
    sum(t.containers_added - t.containers_voided)::int AS "containerCount",
    s.sampling_unit AS unit, trim_scale(sum(${VALID}))::text AS "validUnits",
    sum(t.record_count)::int AS "recordCount", sum(t.voided_count)::int AS "voidedCount",
    count(DISTINCT t.session_id)::int AS "sessionCount", NULL AS "workerCount",
    min(s.local_date)::text AS "firstDay", max(s.local_date)::text AS "lastDay"
  FROM production.sessions s
  JOIN production.container_tallies t ON t.company_id = s.company_id AND t.session_id = s.session_id
  LEFT JOIN production.containers c ON c.company_id = t.company_id AND c.key = t.container
  WHERE ${OF_SCOPE} AND s.local_date BETWEEN $2 AND $3
  GROUP BY t.container, c.name, s.sampling_unit
  ORDER BY unit, sum(${VALID}) DESC, t.container`;

/**
 * Each day on which something was picked, of the range and of the same days a year before: its units, those since the
 * first of these days, and the days since then. Parameters as for groups.
 */
export const HARVEST_SEASONS = `
  SELECT "isBefore", unit, day::text, trim_scale(units)::text AS units,
    trim_scale(sum(units) OVER season)::text AS total, day - first_value(day) OVER season AS "daysSince"
  FROM (
    SELECT s.local_date < $2 AS "isBefore", s.sampling_unit AS unit, s.local_date AS day, sum(${VALID}) AS units
    ${TALLIES}
    WHERE ${OF_SCOPE} AND (s.local_date BETWEEN $2 AND $3
      OR s.local_date BETWEEN ($2::date - interval '1 year')::date AND ($3::date - interval '1 year')::date
        AND s.local_date < $2)
    GROUP BY 1, 2, 3
    HAVING sum(${VALID}) > 0
  ) AS days
  WINDOW season AS (PARTITION BY "isBefore", unit ORDER BY day)
  ORDER BY unit, "daysSince", "isBefore"`;
