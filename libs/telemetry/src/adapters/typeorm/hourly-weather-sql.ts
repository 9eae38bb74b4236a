import { type HourMember, POWDERY_MILDEW } from '../../domain/index.ts';

/** Of the readings of a station within an hour, and then of its stations: their mean. */
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

/** What stations measure, of which a member is made. */
export const COLUMN_OF: Readonly<Record<HourMember, string>> = {
  ...{ te: 'te', teMin: 'te', teMax: 'te', hot: 'te', hr: 'hr', wind: 'wind', rad: 'rad', par: 'par' },
};

const name = (member: HourMember) => `"${member}"`;
const rowsIn = (one: boolean, ofSector: boolean) => `
  telemetry.weather
  WHERE company_id = $1 AND project_id = $2 AND ts >= $4 AND ts < $5
    AND ${one ? 'device_id = ($3::text[])[1]' : 'device_id = ANY ($3::text[])'}
    ${ofSector ? 'AND sector_id = $7' : ''}`;

/**
 * The hours in which anything was measured, an hour a row, each reading read once: `at`, the epoch milliseconds at which
 * the hour begins, and the mean of its stations. Wind is as each station has measured it where there is one, else what it
 * is at 2 m.
 *
 * Parameters: company, project, devices, from, to (not included), an instant at which an hour begins, the sector where
 * there is one, and behind it for several devices the factors that their wind is multiplied with.
 */
export function weatherHours(members: readonly HourMember[], one: boolean, ofSector: boolean): string {
  const stations = `
    SELECT ${one ? '' : 'device_id,'} date_bin('1 hour', ts, $6::timestamptz) AS hour,
           ${members.map((member) => `${OF_STATION[member]} AS ${name(member)}`).join(', ')}
      FROM ${rowsIn(one, ofSector)} GROUP BY ${one ? '1' : '1, 2'}`;
  const at = 'extract(epoch FROM hour)::float8 * 1000 AS at';
  if (one) return `SELECT ${at}, ${members.map(name).join(', ')} FROM (${stations}) AS station`;
  const mean = (member: HourMember) =>
    `avg(${name(member)}${member === 'wind' ? ' * s.factor' : ''}) AS ${name(member)}`;
  return `
    SELECT ${at}, ${members.map(mean).join(', ')}
      FROM (${stations}) AS station
      JOIN unnest($3::text[], $${ofSector ? 8 : 7}::float8[]) AS s (device_id, factor) USING (device_id)
     GROUP BY hour`;
}

/** Which of the devices have measured any of it. Parameters: those of `weatherHours` without the hour. */
export function measuringStations(members: readonly HourMember[], ofSector: boolean): string {
  const columns = [...new Set(members.map((member) => COLUMN_OF[member]))];
  return `
    SELECT d.device_id AS "deviceId" FROM unnest($3::text[]) AS d (device_id)
     WHERE EXISTS (
       SELECT FROM telemetry.weather w
        WHERE w.company_id = $1 AND w.device_id = d.device_id COLLATE "C" AND w.project_id = $2
          AND w.ts >= $4 AND w.ts < $5 ${ofSector ? 'AND w.sector_id = $6' : ''}
          AND (${columns.map((column) => `w.${column} IS NOT NULL`).join(' OR ')}))
     ORDER BY d.device_id COLLATE "C"`;
}
