import { crossing, type PreparedStatement } from '@furrow/database';
import type { PlacedReading } from '../../application/ports.ts';
import {
  EXTRA_WEATHER,
  hasExtraWeather,
  PLAIN_WEATHER,
  SOIL_MEMBERS,
  type TelemetryKind,
  WEATHER_MEMBERS,
  type WeatherMember,
} from '../../domain/index.ts';
import { float8s, texts, uuids } from './binary-array.ts';

export type Placed<Kind extends TelemetryKind> = PlacedReading & { readonly kind: Kind };

const at = (milliseconds: string) => `to_timestamp(${milliseconds} / 1000)`;

const PLACE = 'company_id, device_id, project_id, sector_id';

/** Which rows differ from the stored ones. Each is looked up by its key, whatever the planner estimates. */
export type Conflicts = ReturnType<typeof crossing>;

/** Rows of weather readings with some of their members. */
function weatherRows(members: readonly WeatherMember[]) {
  const arrays = members.map((_, n) => `$${n + 6}::float8[]`).join(', ');
  return {
    columns: `${PLACE}, ts, ${members.join(', ')}`,
    rows: `unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::float8[], ${arrays})`,
  };
}

function insertion(name: string, table: string, members: readonly WeatherMember[], returning = '') {
  const { columns, rows } = weatherRows(members);
  return {
    name,
    text: `
    INSERT INTO telemetry.${table} (${columns})
    SELECT r.company_id, r.device_id, r.project_id, r.sector_id, ${at('r.ts')}, r.${members.join(', r.')}
      FROM ${rows} AS r (${columns})
    ON CONFLICT DO NOTHING ${returning}`,
  };
}

/** The key of a weather reading; `ts` in epoch milliseconds. */
export interface WeatherKey {
  readonly companyId: string;
  readonly deviceId: string;
  readonly ts: number;
}

export const ADD_WEATHER: PreparedStatement = insertion('add_weather', 'weather', PLAIN_WEATHER);
/** The same, returning the keys of the rows that it added, for batches with extra members. */
export const ADD_WEATHER_OF_KEYS: PreparedStatement = insertion(
  ...(['add_weather_of_keys', 'weather', PLAIN_WEATHER] as const),
  `RETURNING company_id AS "companyId", device_id AS "deviceId", (extract(epoch FROM ts) * 1000)::float8 AS ts`,
);
/** Those with extra members of the readings that were added. */
export const ADD_WHOLE_WEATHER: PreparedStatement = insertion(
  ...(['add_whole_weather', 'whole_weather', WEATHER_MEMBERS] as const),
);

const whole = weatherRows(WEATHER_MEMBERS);
const keptIn = (table: string, members: readonly WeatherMember[], of: string) => `LATERAL (
     SELECT ${members.join(', ')} FROM telemetry.${table} w
      WHERE w.company_id = r.company_id AND w.device_id = r.device_id COLLATE "C" AND w.ts = ${at('r.ts')} ${of}
      LIMIT 1)`;

export const WEATHER_CONFLICTS = crossing(
  'weather_conflicts',
  WEATHER_MEMBERS.length + 5,
  (of) => `
  SELECT r.n - 1 AS index
    FROM ${whole.rows} WITH ORDINALITY AS r (${whole.columns}, n)
   CROSS JOIN ${keptIn('weather', PLAIN_WEATHER, of('w'))} AS kept
    LEFT JOIN ${keptIn('whole_weather', EXTRA_WEATHER, of('w'))} AS extra ON true
   WHERE (${PLAIN_WEATHER.map((member) => `kept.${member}`).join(', ')},
          ${EXTRA_WEATHER.map((member) => `extra.${member}`).join(', ')})
         IS DISTINCT FROM (${WEATHER_MEMBERS.map((member) => `r.${member}`).join(', ')})`,
);

export function weatherParameters(
  rows: readonly Placed<'weather'>[],
  members: readonly WeatherMember[] = PLAIN_WEATHER,
): unknown[] {
  return [
    ...placeParameters(rows),
    float8s(rows.map(({ reading }) => reading.ts)),
    ...members.map((member) => float8s(rows.map(({ reading }) => reading[member]))),
  ];
}

const PLANT_ROWS = `unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::float8[], $6::text[], $7::float8[])`;
const NO_SECTOR = `'00000000-0000-0000-0000-000000000000'`;

export const ADD_PLANT: PreparedStatement = {
  name: 'add_plant',
  text: `
    INSERT INTO telemetry.plant (company_id, device_id, project_id, sector_id, ts, kpi, value)
    SELECT r.company_id, r.device_id, r.project_id, r.sector_id, ${at('r.ts')}, r.kpi, r.value
      FROM ${PLANT_ROWS} AS r (company_id, device_id, project_id, sector_id, ts, kpi, value)
    ON CONFLICT DO NOTHING`,
};

export const PLANT_CONFLICTS = crossing(
  'plant_conflicts',
  7,
  (of) => `
  SELECT r.n - 1 AS index
    FROM ${PLANT_ROWS} WITH ORDINALITY AS r (company_id, device_id, project_id, sector_id, ts, kpi, value, n)
   CROSS JOIN LATERAL (
     SELECT value FROM telemetry.plant p
      WHERE p.company_id = r.company_id AND p.device_id = r.device_id COLLATE "C" AND p.ts = ${at('r.ts')}
        AND p.kpi = r.kpi COLLATE "C" AND p.sector_slot = coalesce(r.sector_id, ${NO_SECTOR}) ${of('p')}
      LIMIT 1) AS kept
   WHERE kept.value IS DISTINCT FROM r.value`,
);

export function plantParameters(rows: readonly Placed<'plant'>[]): unknown[] {
  return [
    ...placeParameters(rows),
    float8s(rows.map(({ reading }) => reading.ts)),
    texts(rows.map(({ reading }) => reading.kpi)),
    float8s(rows.map(({ reading }) => reading.value)),
  ];
}

const SOIL_COLUMNS = `${PLACE}, ts, depth, ${SOIL_MEMBERS.join(', ')}`;
const SOIL_ROWS = `unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::float8[], $6::float8[],
  ${SOIL_MEMBERS.map((_, n) => `$${n + 7}::float8[]`).join(', ')})`;

export const ADD_SOIL: PreparedStatement = {
  name: 'add_soil',
  text: `
    INSERT INTO telemetry.soil (${SOIL_COLUMNS})
    SELECT r.company_id, r.device_id, r.project_id, r.sector_id, ${at('r.ts')}, r.depth, r.${SOIL_MEMBERS.join(', r.')}
      FROM ${SOIL_ROWS} AS r (${SOIL_COLUMNS})
    ON CONFLICT DO NOTHING`,
};

export const SOIL_CONFLICTS = crossing(
  'soil_conflicts',
  SOIL_MEMBERS.length + 6,
  (of) => `
  SELECT r.n - 1 AS index
    FROM ${SOIL_ROWS} WITH ORDINALITY AS r (${SOIL_COLUMNS}, n)
   CROSS JOIN LATERAL (
     SELECT ${SOIL_MEMBERS.join(', ')} FROM telemetry.soil s
      WHERE s.company_id = r.company_id AND s.device_id = r.device_id COLLATE "C" AND s.ts = ${at('r.ts')}
        AND s.depth = r.depth ${of('s')}
      LIMIT 1) AS kept
   WHERE (${SOIL_MEMBERS.map((member) => `kept.${member}`).join(', ')})
         IS DISTINCT FROM (${SOIL_MEMBERS.map((member) => `r.${member}`).join(', ')})`,
);

export function soilParameters(rows: readonly Placed<'soil'>[]): unknown[] {
  return [
    ...placeParameters(rows),
    float8s(rows.map(({ reading }) => reading.ts)),
    float8s(rows.map(({ reading }) => reading.depth)),
    ...SOIL_MEMBERS.map((member) => float8s(rows.map(({ reading }) => reading[member]))),
  ];
}

const IRRIGATION_ROWS = `
  unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::float8[], $7::float8[], $8::float8[], $9::boolean[])`;
const IRRIGATION_COLUMNS =
  'company_id, device_id, project_id, sector_id, event_id, started_at, ended_at, volume, sector_stated';
const SAME_EVENT =
  'e.company_id = r.company_id AND e.device_id = r.device_id COLLATE "C" AND e.event_id = r.event_id COLLATE "C"';
/** Whether a message contradicts the stored event. */
const CONTRADICTS = `(
  e.started_at <> ${at('r.started_at')} OR e.ended_at <> ${at('r.ended_at')} OR e.volume <> r.volume
  OR (r.sector_stated AND e.sector_id IS DISTINCT FROM r.sector_id)) IS TRUE`;

export const ADD_IRRIGATION: PreparedStatement = {
  name: 'add_irrigation',
  text: `
    INSERT INTO telemetry.irrigation (company_id, device_id, project_id, sector_id, event_id, started_at, ended_at, volume)
    SELECT r.company_id, r.device_id, r.project_id, r.sector_id, r.event_id, ${at('r.started_at')}, ${at('r.ended_at')}, r.volume
      FROM ${IRRIGATION_ROWS} AS r (${IRRIGATION_COLUMNS})
    ON CONFLICT DO NOTHING`,
};

/** Adds an end or a volume that was unknown; the message must not contradict anything stored. */
export const COMPLETE_IRRIGATION = `
  UPDATE telemetry.irrigation e
     SET ended_at = coalesce(e.ended_at, ${at('r.ended_at')}), volume = coalesce(e.volume, r.volume)
    FROM ${IRRIGATION_ROWS} AS r (${IRRIGATION_COLUMNS})
   WHERE ${SAME_EVENT}
     AND (e.ended_at IS NULL AND r.ended_at IS NOT NULL OR e.volume IS NULL AND r.volume IS NOT NULL)
     AND NOT ${CONTRADICTS}`;

export const IRRIGATION_CONFLICTS = crossing(
  'irrigation_conflicts',
  9,
  (of) => `
  SELECT r.n - 1 AS index
    FROM ${IRRIGATION_ROWS} WITH ORDINALITY AS r (${IRRIGATION_COLUMNS}, n)
   CROSS JOIN LATERAL (
     SELECT e.started_at, e.ended_at, e.volume, e.sector_id FROM telemetry.irrigation e WHERE ${SAME_EVENT} ${of('e')} LIMIT 1) AS e
   WHERE ${CONTRADICTS}`,
);

export function irrigationParameters(rows: readonly Placed<'irrigation'>[]): unknown[] {
  return [
    ...placeParameters(rows),
    texts(rows.map(({ reading }) => reading.eventId)),
    float8s(rows.map(({ reading }) => reading.startedAt)),
    float8s(rows.map(({ reading }) => reading.endedAt)),
    float8s(rows.map(({ reading }) => reading.volume)),
    rows.map(({ reading }) => reading.sector !== null),
  ];
}

export const ADD_SOURCES = `
  INSERT INTO telemetry.sources AS s (company_id, device_id, project_id, sector_id, kind, sends_plain)
  SELECT r.company_id, r.device_id, r.project_id, r.sector_id, r.kind, bool_or(r.sends_plain)
    FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::boolean[])
         AS r (company_id, device_id, project_id, sector_id, kind, sends_plain)
   GROUP BY 1, 2, 3, 4, 5
   ORDER BY 1, 5, 3, 2, 4
  ON CONFLICT (company_id, kind, project_id, device_id, sector_slot)
    DO UPDATE SET sends_plain = true WHERE excluded.sends_plain AND NOT s.sends_plain`;

export function sourceParameters(readings: readonly PlacedReading[]): unknown[] {
  return [
    ...placeParameters(readings),
    readings.map(({ kind }) => kind),
    readings.map(({ kind, reading }) => kind !== 'weather' || !hasExtraWeather(reading)),
  ];
}

function placeParameters(rows: readonly PlacedReading[]): unknown[] {
  return [
    uuids(rows.map(({ device }) => device.companyId)),
    texts(rows.map(({ device }) => device.deviceId)),
    uuids(rows.map(({ device }) => device.projectId)),
    uuids(rows.map(({ sectorId }) => sectorId)),
  ];
}
