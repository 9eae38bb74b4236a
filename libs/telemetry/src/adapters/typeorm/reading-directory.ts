import { byCompany, crossing, queryCrossing, type Transaction } from '@furrow/database';
import {
  EXTRA_WEATHER,
  heatIndex,
  SOIL_MEMBERS,
  type SoilMember,
  WEATHER_MEMBERS,
  type WeatherMember,
  withoutRoundingError,
} from '../../domain/index.ts';

/** A device whose readings are followed, and the instant after which to read. */
export interface FollowedDevice {
  readonly companyId: string;
  readonly deviceId: string;
  readonly after: Date;
}

/** Of all depths at one instant, the lowest value of a member, or the highest. */
export type SoilExtreme = `${SoilMember}${'Min' | 'Max'}`;

/** Everything that a device measured at one instant; what it did not measure is null. */
export interface FollowedReading extends Readonly<Record<WeatherMember | SoilExtreme, number | null>> {
  readonly companyId: string;
  readonly deviceId: string;
  readonly at: Date;
}

const FOLLOWED = `unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS f (company_id, device_id, after)`;
const EXTREMES = SOIL_MEMBERS.flatMap((name) => [`${name}Min`, `${name}Max`] as const);
const quoted = (name: string) => `"${name}"`;
const VALUES = [...WEATHER_MEMBERS, ...EXTREMES].map(quoted);
const none = (names: readonly string[]) => names.map((name) => `NULL::float8 AS ${quoted(name)}`).join(', ');

/** A condition on an alias, which limits it to one company or nothing. */
type Of = (alias: string) => string;

/** The rows of a table whose instants come after `f.after`, and not after `until` if that is given. */
const rowsAfter = (of: Of, table: string, instant: string, until?: string) => `
  FROM telemetry.${table} r
  WHERE r.company_id = f.company_id AND r.device_id = f.device_id AND r.${instant} > f.after
    ${until === undefined ? '' : `AND r.${instant} <= ${until}`} ${of('r')}`;

/** Weather and whole_weather, found by the key of each reading. */
const weatherAfter = (of: Of) => `
  SELECT w.*, ${EXTRA_WEATHER.map((name) => `x.${name}`).join(', ')}, ${none(EXTREMES)}
    FROM (SELECT r.company_id, r.device_id, r.ts AS at, r.te, r.hr, r.wind ${rowsAfter(of, 'weather', 'ts')}
           ORDER BY r.ts LIMIT $4) AS w
    LEFT JOIN telemetry.whole_weather x
      ON x.company_id = w.company_id AND x.device_id = w.device_id AND x.ts = w.at ${of('x')}`;

const instants = (of: Of, table: string, instant: string, until?: string) => `
  SELECT DISTINCT r.${instant} AS at, ${none(WEATHER_MEMBERS)}, ${none(EXTREMES)} ${rowsAfter(of, table, instant, until)}
  ORDER BY at LIMIT $4`;

/** One row per instant, of all depths. */
const soilAfter = (of: Of) => `
  SELECT r.ts AS at, ${none(WEATHER_MEMBERS)},
         ${SOIL_MEMBERS.map((name) => `min(r.${name}) AS "${name}Min", max(r.${name}) AS "${name}Max"`).join(', ')}
  ${rowsAfter(of, 'soil', 'ts')} GROUP BY r.ts ORDER BY r.ts LIMIT $4`;

/** Later instants than now are of a device whose clock is ahead. */
const SETTLED = 'AND (r.ts <= $5 OR r.ts > $4)';

/** `$4` now, `$5` the instant up to which readings have settled. */
const WITH_NEWS = crossing(
  'devices_with_news',
  5,
  (of) => `
  SELECT f.device_id AS "deviceId" FROM ${FOLLOWED}
  WHERE EXISTS (SELECT ${rowsAfter(of, 'weather', 'ts')} ${SETTLED})
     OR EXISTS (SELECT ${rowsAfter(of, 'plant', 'ts')} ${SETTLED})
     OR EXISTS (SELECT ${rowsAfter(of, 'soil', 'ts')} ${SETTLED})
     OR EXISTS (SELECT ${rowsAfter(of, 'irrigation', 'started_at', '$5')})
     OR EXISTS (SELECT ${rowsAfter(of, 'irrigation', 'ended_at', '$5')})`,
);

/** `$4` the maximum for each device, `$5` now. */
const READINGS = crossing(
  'readings_of_followed_devices',
  5,
  (of) => `
  SELECT f.company_id AS "companyId", f.device_id AS "deviceId", n.at, ${VALUES.map((name) => `n.${name}`).join(', ')}
  FROM ${FOLLOWED} CROSS JOIN LATERAL (
    SELECT at, ${VALUES.map((name) => `max(${name}) AS ${name}`).join(', ')} FROM (
      (SELECT at, ${VALUES.join(', ')} FROM (${weatherAfter(of)}) AS weather)
      UNION ALL (${soilAfter(of)})
      UNION ALL (${instants(of, 'plant', 'ts')})
      UNION ALL (${instants(of, 'irrigation', 'started_at', '$5')})
      UNION ALL (${instants(of, 'irrigation', 'ended_at', '$5')})
    ) AS kinds
    GROUP BY at ORDER BY at LIMIT $4
  ) AS n
  ORDER BY n.at`,
);

/** The latest temperature of a station, and the heat index then. */
export interface AirReading {
  readonly projectId: string;
  readonly deviceId: string;
  readonly at: Date;
  /** °C. */
  readonly te: number;
  /** °C; null without humidity. */
  readonly heatIndex: number | null;
}

/** Of each station one row, or two where the latest temperature has no humidity. $1 company, $2 projects, $3 to $4 the span. */
const LATEST_AIR = `
  SELECT s.project_id AS "projectId", s.device_id AS "deviceId", air.at, air.te, air.hr
    FROM (SELECT DISTINCT project_id, device_id FROM telemetry.sources
           WHERE company_id = $1 AND kind = 'weather' AND project_id = ANY ($2::uuid[])) AS s
   CROSS JOIN LATERAL (
     (SELECT w.ts AS at, w.te, w.hr FROM telemetry.weather w
       WHERE w.company_id = $1 AND w.device_id = s.device_id AND w.project_id = s.project_id
         AND w.ts > $3 AND w.ts <= $4 AND w.te IS NOT NULL
       ORDER BY w.ts DESC LIMIT 1)
     UNION
     (SELECT w.ts AS at, w.te, w.hr FROM telemetry.weather w
       WHERE w.company_id = $1 AND w.device_id = s.device_id AND w.project_id = s.project_id
         AND w.ts > $3 AND w.ts <= $4 AND w.te IS NOT NULL AND w.hr IS NOT NULL
       ORDER BY w.ts DESC LIMIT 1)) AS air
   ORDER BY 1, 2, 3`;

/** Readings for other contexts, in a transaction of the caller: new ones of many companies at once in a system transaction. */
export class ReadingDirectory {
  /** Of the stations of some projects of the transaction’s company, the latest within a span. */
  async latestAir(
    tx: Transaction,
    projectIds: readonly string[],
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<AirReading[]> {
    type Row = Omit<AirReading, 'heatIndex'> & { readonly hr: number | null };
    const rows = await tx.query<Row>(LATEST_AIR, [tx.companyId, projectIds, from, to]);
    return rows.map(({ hr, ...row }) => ({
      ...row,
      heatIndex: hr === null ? null : withoutRoundingError(heatIndex(row.te, hr)),
    }));
  }

  /**
   * Which devices have sent anything of after their instants that is of `settled` or before, or of after `now`, because
   * their clock is ahead. At most five index look-ups each.
   */
  async withNews(
    tx: Transaction,
    devices: readonly FollowedDevice[],
    { now, settled }: { readonly now: Date; readonly settled: Date },
  ): Promise<ReadonlySet<string>> {
    const found = await byCompany(tx, devices, (some, company) =>
      queryCrossing<{ deviceId: string }>(tx, WITH_NEWS, [...parametersOf(some), now, settled], company),
    );
    return new Set(found.flat().map(({ deviceId }) => deviceId));
  }

  /**
   * In order of their instants, one for each; for each device the first `limit`. An irrigation event is two readings,
   * its start and its end, as soon as these have come: an end may be planned, and says nothing of the device before.
   */
  async readings(
    tx: Transaction,
    devices: readonly FollowedDevice[],
    { limit, now }: { readonly limit: number; readonly now: Date },
  ): Promise<FollowedReading[]> {
    const found = await byCompany(tx, devices, (some, company) =>
      queryCrossing<FollowedReading>(tx, READINGS, [...parametersOf(some), limit, now], company),
    );
    return found.flat();
  }
}

function parametersOf(devices: readonly FollowedDevice[]) {
  return [
    devices.map(({ companyId }) => companyId),
    devices.map(({ deviceId }) => deviceId),
    devices.map(({ after }) => after),
  ];
}
