import type { Database, Transaction } from '@furrow/platform';
import {
  type DeviceSite,
  type FarmDirectory,
  type HourlyWeather,
  HourlyWeatherQuery,
  type HourlyWeatherScope,
} from '../../application/ports.ts';
import {
  DeviceForbidden,
  type HourMember,
  type HourOfWeather,
  type HourRun,
  LocalHours,
  type Place,
  windAt2m,
} from '../../domain/index.ts';
import { measuringStations, weatherHours } from './hourly-weather-sql.ts';
import type { RegisteredDevice } from './typeorm-device-query.ts';

const NOTHING: HourOfWeather = {
  ...{ te: null, teMin: null, teMax: null, hot: null },
  ...{ hr: null, wind: null, rad: null, par: null },
};

/** What the query needs of other contexts, in its own transaction. */
export interface HourlyWeatherNeighbours {
  farm(tx: Transaction): Pick<FarmDirectory, 'check' | 'timezoneOf'>;
  devices(tx: Transaction): Promise<readonly RegisteredDevice[]>;
}

/** The stations that are asked, and where their readings are to be found. */
interface Asked {
  readonly scope: HourlyWeatherScope;
  readonly stations: readonly string[];
  readonly sites: ReadonlyMap<string, DeviceSite>;
}

export class TypeormHourlyWeatherQuery extends HourlyWeatherQuery {
  constructor(
    private readonly database: Database,
    private readonly neighbours: HourlyWeatherNeighbours,
  ) {
    super();
  }

  override read(scope: HourlyWeatherScope): Promise<HourlyWeather> {
    return this.database.tenant(scope.companyId, async (tx) => {
      const { projectId, sectorId, from, to } = scope;
      const farm = this.neighbours.farm(tx);
      const [, devices, timezone] = await Promise.all([
        farm.check({ projectId, sectorId }),
        this.neighbours.devices(tx),
        farm.timezoneOf(projectId),
      ]);
      if (scope.deviceId !== null && !devices.some(({ deviceId }) => deviceId === scope.deviceId))
        throw new DeviceForbidden();
      const { days, runs } = LocalHours.of({ first: from, last: to }, timezone, scope);
      const sites = new Map(devices.map((device) => [device.deviceId, device]));
      const stations = await stationsOf(tx, scope, runs);
      const hours = await hoursOf(tx, { scope, stations, sites }, runs);
      return {
        ...{ timezone, stations, place: placeOf(stations, sites) },
        days: days.map((day) => ({ ...day, weather: day.hours.map((hour) => hours.get(hour)) })),
      };
    });
  }
}

async function stationsOf(
  tx: Transaction,
  { companyId, projectId, sectorId, deviceId, members }: HourlyWeatherScope,
  runs: readonly HourRun[],
): Promise<string[]> {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return [];
  const span = [new Date(first.from), new Date(last.to)];
  const ofSector = sectorId === null ? [] : [sectorId];
  const rows = await tx.query<Named>(measuringStations(members, sectorId !== null), [
    ...[companyId, projectId, deviceId, ...span, ...ofSector],
  ]);
  return rows.map((row) => row.deviceId);
}

interface Named {
  readonly deviceId: string;
}

type HourRow = { readonly at: number } & { readonly [Member in HourMember]?: number | null };

/** By the first instant of the hour. */
async function hoursOf(
  tx: Transaction,
  { scope, stations, sites }: Asked,
  runs: readonly HourRun[],
): Promise<Map<number, HourOfWeather>> {
  const hours = new Map<number, HourOfWeather>();
  if (stations.length === 0) return hours;
  const { companyId, projectId, sectorId, members } = scope;
  const isOne = stations.length === 1;
  const factors = stations.map((station) => windFactor(sites.get(station)));
  const sql = weatherHours(members, isOne, sectorId !== null);
  for (const { from, to, origin } of runs) {
    const parameters = [companyId, projectId, stations, new Date(from), new Date(to), new Date(origin)];
    const more = [...(sectorId === null ? [] : [sectorId]), ...(isOne ? [] : [factors])];
    for (const { at, ...row } of await tx.query<HourRow>(sql, [...parameters, ...more])) {
      const { wind = null } = row;
      const atTwoMetres = wind === null || !isOne ? wind : wind * (factors[0] as number);
      hours.set(Math.max(at, from), { ...NOTHING, ...row, wind: atTwoMetres });
    }
  }
  return hours;
}

const windFactor = (site: DeviceSite | undefined) => windAt2m(1, site?.windHeight ?? 2);

/** The first whose altitude is known as well, else the first that has a place: stations of a project have one sun. */
function placeOf(stations: readonly string[], sites: ReadonlyMap<string, DeviceSite>): Place | null {
  const places = stations.flatMap((station): Place[] => {
    const { latitude = null, longitude = null, altitude = null } = sites.get(station) ?? {};
    return latitude === null || longitude === null ? [] : [{ latitude, longitude, altitude }];
  });
  return places.find(({ altitude }) => altitude !== null) ?? places[0] ?? null;
}
