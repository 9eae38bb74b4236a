import { type HourMember, POWDERY_MILDEW } from '../../../domain/index.ts';

/** For the readings of a station within an hour, and then for several stations: their mean. */
const OF_STATION: Readonly<Record<HourMember, string>> = {
  te: 'avg(te)',
  teMin: 'min(te)',
  teMax: 'max(te)',
  hot: `avg((te >= ${POWDERY_MILDEW.lethal.from})::integer)::float8`,
  hr: 'avg(hr)',
  wind: 'avg(wind)',
  rad: 'avg(rad)',
  par: 'avg(par)',
};

/** The measured column of each member. */
export const COLUMN_OF: Readonly<Record<HourMember, string>> = {
  ...{ te: 'te', teMin: 'te', teMax: 'te', hot: 'te', hr: 'hr', wind: 'wind', rad: 'rad', par: 'par' },
};

const name = (member: HourMember) => `"${member}"`;

/**
 * The hours with any measurement, one per row, reading each reading once: `at`, the epoch milliseconds at which the
 * hour begins, and the mean of its stations. Wind is as measured if there is one station, otherwise converted to 2 m.
 * Several stations are read one after the other, because grouping by station costs twice as much.
 *
 * Parameters: company, project, devices, from, to (exclusive), an instant at which an hour begins, the sector if there
 * is one, and after it for several devices the factors of their wind.
 */
export function weatherHours(members: readonly HourMember[], one: boolean, ofSector: boolean): string {
  const station = `
    SELECT date_bin('1 hour', ts, $6::timestamptz) AS hour,
           ${members.map((member) => `${OF_STATION[member]} AS ${name(member)}`).join(', ')}
      FROM telemetry.weather
     WHERE company_id = $1 AND project_id = $2 AND ts >= $4 AND ts < $5
       AND device_id = ${one ? '($3::text[])[1]' : 's.id COLLATE "C"'} ${ofSector ? 'AND sector_id = $7' : ''}
     GROUP BY 1`;
  const at = 'extract(epoch FROM hour)::float8 * 1000 AS at';
  if (one) return `SELECT ${at}, ${members.map(name).join(', ')} FROM (${station}) AS station`;
  const mean = (member: HourMember) =>
    `avg(${name(member)}${member === 'wind' ? ' * s.factor' : ''}) AS ${name(member)}`;
  return `
    SELECT ${at}, ${members.map(mean).join(', ')}
      FROM unnest($3::text[], $${ofSector ? 8 : 7}::float8[]) AS s (id, factor)
     CROSS JOIN LATERAL (${station}) AS station
     GROUP BY hour`;
}

/**
 * The stations that have measured any of it: sources know which devices have sent anything. Parameters: company,
 * project, device (null: any), from, to (exclusive), and the sector if there is one.
 */
export function measuringStations(members: readonly HourMember[], ofSector: boolean): string {
  const columns = [...new Set(members.map((member) => COLUMN_OF[member]))];
  const inSector = (rows: string) => (ofSector ? `AND ${rows}.sector_id = $6` : '');
  return `
    SELECT d.device_id AS "deviceId"
      FROM (SELECT DISTINCT device_id FROM telemetry.sources s
             WHERE company_id = $1 AND project_id = $2 AND kind = 'weather' ${inSector('s')}
               AND ($3::text IS NULL OR device_id = $3)) AS d
     WHERE EXISTS (
       SELECT FROM telemetry.weather w
        WHERE w.company_id = $1 AND w.device_id = d.device_id AND w.project_id = $2
          AND w.ts >= $4 AND w.ts < $5 ${inSector('w')}
          AND (${columns.map((column) => `w.${column} IS NOT NULL`).join(' OR ')}))
     ORDER BY d.device_id`;
}
