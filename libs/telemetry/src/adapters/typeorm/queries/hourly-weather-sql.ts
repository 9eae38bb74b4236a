import { EXTRA_WEATHER, type HourMember, POWDERY_MILDEW, type WeatherMember } from '../../../domain/index.ts';

/** Takes a fraction of the time of avg(), which also sums squares. */
const mean = (value: string) => `sum(${value}) / count(${value})`;

/** For the readings of a station within an hour, and then for several stations: their mean. */
const OF_STATION: Readonly<Record<HourMember, string>> = {
  te: mean('te'),
  teMin: 'min(te)',
  teMax: 'max(te)',
  hot: mean(`(te >= ${POWDERY_MILDEW.lethal.from})::integer::float8`),
  hr: mean('hr'),
  wind: mean('wind'),
  rad: mean('rad'),
  par: mean('par'),
};

/** The measured column of each member. */
const COLUMN_OF: Readonly<Record<HourMember, WeatherMember>> = {
  ...{ te: 'te', teMin: 'te', teMax: 'te', hot: 'te', hr: 'hr', wind: 'wind', rad: 'rad', par: 'par' },
};

/** Members of one table. */
interface Part {
  readonly table: 'weather' | 'whole_weather';
  readonly members: readonly HourMember[];
}

/** @param onlyWhole whether all readings are in whole_weather */
function partsOf(members: readonly HourMember[], onlyWhole: boolean): Part[] {
  const isExtra = (member: HourMember) =>
    (EXTRA_WEATHER as readonly WeatherMember[]).includes(COLUMN_OF[member]);
  const [plain, extra] = [members.filter((member) => !isExtra(member)), members.filter(isExtra)];
  if (extra.length === 0) return [{ table: 'weather', members }];
  if (plain.length === 0 || onlyWhole) return [{ table: 'whole_weather', members }];
  return [
    { table: 'weather', members: plain },
    { table: 'whole_weather', members: extra },
  ];
}

const name = (member: HourMember) => `"${member}"`;

/** Whether one device is read, of one sector, and whether all of the readings have extra members. */
export interface HoursRead {
  readonly one: boolean;
  readonly ofSector: boolean;
  readonly onlyWhole: boolean;
}

/**
 * The hours with any measurement, one per row, reading each reading once: `at`, the epoch milliseconds at which the
 * hour begins, and the mean of its stations. Wind is as measured if there is one station, otherwise converted to 2 m.
 * Several stations are read one after the other, because grouping by station costs twice as much. Stations that send
 * extra members with some of their readings take two statements, each with other members.
 *
 * Parameters of each: company, project, devices, from, to (exclusive), an instant at which an hour begins, the sector
 * if there is one, and after it for several devices the factors of their wind.
 */
export function weatherHours(members: readonly HourMember[], read: HoursRead): string[] {
  return partsOf(members, read.onlyWhole).map((part) => hoursOf(part, read));
}

function hoursOf({ table, members }: Part, { one, ofSector }: HoursRead): string {
  const station = `
    SELECT date_bin('1 hour', ts, $6::timestamptz) AS hour,
           ${members.map((member) => `${OF_STATION[member]} AS ${name(member)}`).join(', ')}
      FROM telemetry.${table}
     WHERE company_id = $1 AND project_id = $2 AND ts >= $4 AND ts < $5
       AND device_id = ${one ? '($3::text[])[1]' : 's.id COLLATE "C"'} ${ofSector ? 'AND sector_id = $7' : ''}
     GROUP BY 1`;
  const at = 'extract(epoch FROM hour)::float8 * 1000 AS at';
  if (one) return `SELECT ${at}, ${members.map(name).join(', ')} FROM (${station}) AS station`;
  const ofStations = (member: HourMember) =>
    `${mean(`${name(member)}${member === 'wind' ? ' * s.factor' : ''}`)} AS ${name(member)}`;
  return `
    SELECT ${at}, ${members.map(ofStations).join(', ')}
      FROM unnest($3::text[], $${ofSector ? 8 : 7}::float8[]) AS s (id, factor)
     CROSS JOIN LATERAL (${station}) AS station
     GROUP BY hour`;
}

/**
 * The stations that have ever sent weather, whether they have measured any of it within the time, and whether any of
 * their readings may be in weather alone: sources know which devices have sent what. Parameters: company, project,
 * device (null: any), from, to (exclusive), and the sector if there is one.
 */
export function weatherStations(members: readonly HourMember[], ofSector: boolean): string {
  const inSector = (rows: string) => (ofSector ? `AND ${rows}.sector_id = $6` : '');
  const measured = partsOf(members, false).map((part) => {
    const columns = [...new Set(part.members.map((member) => COLUMN_OF[member]))];
    return `(
       SELECT true FROM telemetry.${part.table} w
        WHERE w.company_id = $1 AND w.device_id = d.device_id AND w.project_id = $2
          AND w.ts >= $4 AND w.ts < $5 ${inSector('w')}
          AND (${columns.map((column) => `w.${column} IS NOT NULL`).join(' OR ')})
        LIMIT 1)`;
  });
  return `
    SELECT d.device_id AS "deviceId", d.sends_plain AS "sendsPlain",
           coalesce(${measured.join(', ')}, false) AS "hasMeasured"
      FROM (SELECT device_id, bool_or(sends_plain) AS sends_plain FROM telemetry.sources s
             WHERE company_id = $1 AND project_id = $2 AND kind = 'weather' ${inSector('s')}
               AND ($3::text IS NULL OR device_id = $3)
             GROUP BY device_id) AS d
     ORDER BY d.device_id`;
}
