import {
  type ExtraWeather,
  type LocalInterval,
  SATURATION_PRESSURE,
  SOIL_MEMBERS,
  WEATHER_AMOUNTS,
  WEATHER_DIRECTIONS,
} from '../../../domain/index.ts';

const { atZero, slope, offset } = SATURATION_PRESSURE;
/** `vapourPressureDeficit` of the domain. Null if te or hr is. */
const VPD = `${atZero} * exp(${slope} * te / (te + ${offset})) * (1 - hr / 100)`;

/** Six decimals exceed any sensor's precision; the rest is arithmetic noise. Adding 0 turns minus zero into zero. */
const rounded = (value: string) => `(round((${value}) * 1e6) / 1e6 + 0)`;
/** A single value stays as it was sent. */
const mean = (value: string) =>
  `CASE count(${value}) WHEN 1 THEN max(${value}) ELSE ${rounded(`avg(${value})`)} END`;
const numberText = (value: string) => `coalesce((${value})::text, 'null')`;
const clockText = (timestamp: string) => `to_char(${timestamp}, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;

/** An instant as local time, within a span of one offset. */
const local = (instant: string) => `(${instant} AT TIME ZONE 'UTC' + $6::interval)`;

/** The beginning of a bucket aligned to the local clock; the first one of a span begins with the span. */
const bucketStart = (width: string) =>
  `greatest(date_bin('${width}', ${local('ts')}, timestamp '2000-01-01'), $8::timestamp)`;

const BIN: Readonly<Record<Exclude<LocalInterval, '1d' | 'raw'>, string>> = {
  '5m': bucketStart('5 minutes'),
  '15m': bucketStart('15 minutes'),
  '1h': bucketStart('1 hour'),
};

/** The day of an instant, found by binary search among the few parts of days. */
const DAY = '($7::integer[])[width_bucket(ts, $6::timestamptz[])]';

/** One device's rows come in order of time without sorting, if the planner knows that there is one device. */
const devices = (one: boolean) => (one ? 'device_id = ($3::text[])[1]' : 'device_id = ANY ($3::text[])');

/** Whether one device is read, and whether of one sector alone. */
export interface WeatherRead {
  readonly one: boolean;
  readonly ofSector: boolean;
}

const weatherIn = ({ one, ofSector }: WeatherRead, table = 'weather') => `
  telemetry.${table}
  WHERE company_id = $1 AND ${devices(one)} AND project_id = $2 AND ts BETWEEN $4 AND $5
    ${ofSector ? 'AND sector_id = $9' : ''}`;

const weatherText = (localTime: string, vpd: string, extra: readonly ExtraWeather[]) =>
  `'{"local_time":"' || ${localTime} || '","te":' || ${numberText('te')} || ',"hr":' || ${numberText('hr')}
   || ',"wind":' || ${numberText('wind')} || ',"vpd":' || ${numberText(vpd)}
   ${extra.map((member) => `|| ',"${member}":' || ${numberText(member)}`).join(' ')} || '}'`;

/** The amounts of each station are summed, and the sums of several averaged: rain measured by two gauges fell once. */
function amount(value: string, one: boolean): string {
  const stations = one ? '1' : `count(DISTINCT device_id) FILTER (WHERE ${value} IS NOT NULL)`;
  return `CASE count(${value}) WHEN 0 THEN NULL WHEN 1 THEN max(${value}) ELSE ${rounded(`sum(${value}) / ${stations}`)} END`;
}

/** The direction of the sum of the unit vectors; null where they cancel each other. */
function direction(value: string): string {
  const [east, north] = [`sum(sind(${value}))`, `sum(cosd(${value}))`];
  const degrees = `mod(${rounded(`atan2d(${east}, ${north})`)}::numeric + 360, 360)::float8`;
  const isAny = `abs(${east}) > 1e-9 OR abs(${north}) > 1e-9`;
  return `CASE WHEN count(${value}) = 1 THEN max(${value}) WHEN ${isAny} THEN ${degrees} END`;
}

function extraOf(member: ExtraWeather, one: boolean): string {
  if (WEATHER_AMOUNTS.has(member)) return amount(member, one);
  return WEATHER_DIRECTIONS.has(member) ? direction(member) : mean(member);
}

const weatherMeans = (one: boolean, extra: readonly ExtraWeather[]) =>
  [
    `${mean('te')} AS te, ${mean('hr')} AS hr, ${mean('wind')} AS wind, ${rounded(`avg(${VPD})`)} AS vpd`,
    ...extra.map((member) => `${extraOf(member, one)} AS ${member}`),
  ].join(', ');

/**
 * The rows to group. Those of the second table follow the others instead of being joined to them: what is grouped has no
 * statistics, so a join of two groupings may compare each of one with each of the other.
 */
function weatherRows(read: WeatherRead, extra: readonly ExtraWeather[]): string {
  if (extra.length === 0) return weatherIn(read);
  const none = (members: readonly string[]) => members.map((member) => `NULL::float8 AS ${member}`);
  return `(
    SELECT ts, device_id, te, hr, wind, ${none(extra).join(', ')} FROM ${weatherIn(read)}
    UNION ALL
    SELECT ts, device_id, ${none(['te', 'hr', 'wind']).join(', ')}, ${extra.join(', ')}
      FROM ${weatherIn(read, 'whole_weather')}) AS readings`;
}

/**
 * Weather with one point per row, as the JSON text of the answer: most of the time is spent on writing JSON, so
 * PostgreSQL writes it where the numbers are. Means are over readings, including that of VPD. After the five members
 * come the `extra` ones, in their order.
 *
 * Parameters: company, project, devices, from, to (both included), and
 * - for `1d` the instants at which parts of days begin, the index of each part's day (from 1), the days' local times;
 * - otherwise, within a span of one offset, the offset, its text, and the local time at which the span begins;
 * and the sector if there is one.
 */
export function weatherPoints(
  interval: LocalInterval,
  read: WeatherRead,
  extra: readonly ExtraWeather[],
): string {
  if (interval === 'raw' && read.one) return rawWeatherPoints(read, extra);
  const rows = weatherRows(read, extra);
  const means = weatherMeans(read.one, extra);
  if (interval === '1d')
    return `
      SELECT ${weatherText('d.local_time', 'vpd', extra)} AS point
        FROM (SELECT ${DAY} AS day, ${means} FROM ${rows} GROUP BY 1) AS means
        JOIN unnest($8::text[]) WITH ORDINALITY AS d (local_time, day) USING (day)
       ORDER BY day`;
  const start = interval === 'raw' ? `greatest(${local('ts')}, $8::timestamp)` : BIN[interval];
  return `
    SELECT ${weatherText(`${clockText('start')} || $7::text`, 'vpd', extra)} AS point
      FROM (SELECT ${start} AS start, ${means} FROM ${rows} GROUP BY 1) AS means
     ORDER BY start`;
}

/** The readings of one device, as they are. */
function rawWeatherPoints(read: WeatherRead, extra: readonly ExtraWeather[]): string {
  const rows = (table?: string) => `${weatherIn(read, table)} AND $8::timestamp IS NOT NULL`;
  const point = weatherText(`${clockText(local('ts'))} || $7::text`, rounded(VPD), extra);
  if (extra.length === 0) return `SELECT ${point} AS point FROM ${rows()} ORDER BY ts`;
  return `
    SELECT ${point} AS point
      FROM (SELECT ts, te, hr, wind FROM ${rows()}) AS weather
      LEFT JOIN (SELECT ts, ${extra.join(', ')} FROM ${rows('whole_weather')}) AS extra USING (ts)
     ORDER BY ts`;
}

const plantIn = (one: boolean) => `
  telemetry.plant
  WHERE company_id = $1 AND ${devices(one)} AND project_id = $2 AND ts BETWEEN $4 AND $5
    AND ($9::text IS NULL OR kpi = $9 COLLATE "C") AND ($10::uuid IS NULL OR sector_id = $10)`;

const plantText = (localTime: string) =>
  `'{"local_time":"' || ${localTime} || '","kpi":' || to_json(kpi)::text
   || ',"sectorId":' || coalesce(to_json(sector_id)::text, 'null')
   || ',"sector_name":' || coalesce(($11::json -> sector_id::text)::text, 'null')
   || ',"value":' || value::text || ',"sampleCount":' || samples::text || '}'`;

const PLANT_MEANS = `kpi, sector_id, ${mean('value')} AS value, count(*) AS samples`;
const PLANT_ORDER = 'kpi, sector_id NULLS FIRST';

/**
 * Devices' KPIs with one point per row, as the text of the answer; besides it `at`, the epoch milliseconds at which the
 * bucket starts, and `kpi`, by which it is ordered. Parameters: those of `weatherPoints`, and KPI, sector (both may be
 * null), names of sectors by id as JSON; for `1d` also the epoch milliseconds at which the days begin.
 */
export function plantPoints(interval: LocalInterval, oneDevice: boolean): string {
  const rows = plantIn(oneDevice);
  if (interval === '1d')
    return `
      SELECT d.at, kpi, ${plantText('d.local_time')} AS point
        FROM (SELECT ${DAY} AS day, ${PLANT_MEANS} FROM ${rows} GROUP BY 1, kpi, sector_id) AS means
        JOIN unnest($8::text[], $12::float8[]) WITH ORDINALITY AS d (local_time, at, day) USING (day)
       ORDER BY day, ${PLANT_ORDER}`;
  const start = interval === 'raw' ? `greatest(${local('ts')}, $8::timestamp)` : BIN[interval];
  return `
    SELECT extract(epoch FROM start - $6::interval)::float8 * 1000 AS at, kpi,
           ${plantText(`${clockText('start')} || $7::text`)} AS point
      FROM (SELECT ${start} AS start, ${PLANT_MEANS} FROM ${rows} GROUP BY 1, kpi, sector_id) AS means
     ORDER BY start, ${PLANT_ORDER}`;
}

const soilIn = (one: boolean) => `
  telemetry.soil
  WHERE company_id = $1 AND ${devices(one)} AND project_id = $2 AND ts BETWEEN $4 AND $5
    AND ($9::uuid IS NULL OR sector_id = $9) AND ($10::float8 IS NULL OR depth = $10)`;

const soilText = (localTime: string) =>
  `'{"local_time":"' || ${localTime} || '","depth":' || depth::text
   || ',"sectorId":' || coalesce(to_json(sector_id)::text, 'null')
   || ',"sector_name":' || coalesce(($11::json -> sector_id::text)::text, 'null')
   ${SOIL_MEMBERS.map((member) => `|| ',"${member}":' || ${numberText(member)}`).join(' ')}
   || ',"sampleCount":' || samples::text || '}'`;

const SOIL_MEANS = `depth, sector_id, count(*) AS samples, ${SOIL_MEMBERS.map((member) => `${mean(member)} AS ${member}`).join(', ')}`;
const SOIL_ORDER = 'depth, sector_id NULLS FIRST';

/**
 * What soil probes measure, one point per row, as the text of the answer. Parameters: those of `weatherPoints`, and
 * sector, depth (both may be null), and names of sectors by id as JSON.
 */
export function soilPoints(interval: LocalInterval, oneDevice: boolean): string {
  const rows = soilIn(oneDevice);
  if (interval === '1d')
    return `
      SELECT ${soilText('d.local_time')} AS point
        FROM (SELECT ${DAY} AS day, ${SOIL_MEANS} FROM ${rows} GROUP BY 1, depth, sector_id) AS means
        JOIN unnest($8::text[]) WITH ORDINALITY AS d (local_time, day) USING (day)
       ORDER BY day, ${SOIL_ORDER}`;
  const start = interval === 'raw' ? `greatest(${local('ts')}, $8::timestamp)` : BIN[interval];
  return `
    SELECT ${soilText(`${clockText('start')} || $7::text`)} AS point
      FROM (SELECT ${start} AS start, ${SOIL_MEANS} FROM ${rows} GROUP BY 1, depth, sector_id) AS means
     ORDER BY start, ${SOIL_ORDER}`;
}

/**
 * Events that overlap a span, one per row. Instants are epoch milliseconds, because beginning and end of an event may
 * have different offsets. Parameters: company, project, from, to (both included), sector (may be null).
 */
export const IRRIGATION_EVENTS = `
  SELECT event_id AS "eventId", device_id AS "deviceId", sector_id AS "sectorId", volume,
         (extract(epoch FROM started_at) * 1000)::float8 AS "startedAt",
         (extract(epoch FROM ended_at) * 1000)::float8 AS "endedAt"
    FROM telemetry.irrigation
   WHERE company_id = $1 AND project_id = $2 AND started_at <= $4 AND (ended_at IS NULL OR ended_at >= $3)
     AND ($5::uuid IS NULL OR sector_id = $5)
   ORDER BY started_at, device_id, event_id`;

/**
 * Devices that have ever sent readings of a kind for a project. Parameters: company, project, kind, sector (may be
 * null).
 */
export const SOURCES = `
  SELECT DISTINCT device_id AS "deviceId" FROM telemetry.sources
   WHERE company_id = $1 AND project_id = $2 AND kind = $3 AND ($4::uuid IS NULL OR sector_id = $4)`;
