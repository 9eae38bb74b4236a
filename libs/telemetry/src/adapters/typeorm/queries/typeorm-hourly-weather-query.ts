import type { Database, Transaction } from '@furrow/database';
import type {
  DeviceSite,
  FarmDirectory,
  HourlyWeather,
  HourlyWeatherQuery,
  HourlyWeatherScope,
} from '../../../application/ports.ts';
import {
  DeviceForbidden,
  type HourMember,
  type HourOfWeather,
  type HourRun,
  hourWithin,
  type LocalDay,
  LocalHours,
  type Location,
  windAt2m,
  withoutRoundingError,
} from '../../../domain/index.ts';
import { weatherHours, weatherStations } from './hourly-weather-sql.ts';
import type { RegisteredDevice } from './typeorm-device-query.ts';

/** What the query reads from other contexts, within its own transaction. */
export interface HourlyWeatherNeighbours {
  farm(tx: Transaction): Pick<FarmDirectory, 'check' | 'timezoneOf'>;
  devices(tx: Transaction): Promise<readonly RegisteredDevice[]>;
}

/** The requested stations, and where their readings are. */
interface Asked {
  readonly scope: HourlyWeatherScope;
  readonly stations: readonly string[];
  /** Whether all of their readings have extra members. */
  readonly onlyWhole: boolean;
  readonly sites: ReadonlyMap<string, DeviceSite>;
}

export class TypeormHourlyWeatherQuery implements HourlyWeatherQuery {
  constructor(
    private readonly database: Database,
    private readonly neighbours: HourlyWeatherNeighbours,
  ) {}

  read(scope: HourlyWeatherScope): Promise<HourlyWeather> {
    return this.database.reads.tenant(scope.companyId, async (tx) => {
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
      const known = await stationsOf(tx, scope, runs);
      const measuring = known.filter(({ hasMeasured }) => hasMeasured);
      const stations = measuring.map(({ deviceId }) => deviceId);
      const onlyWhole = !measuring.some(({ sendsPlain }) => sendsPlain);
      const hours = await hoursOf(tx, { scope, stations, onlyWhole, sites }, runs);
      const registered = known.flatMap(({ deviceId }) => sites.get(deviceId) ?? []);
      return {
        ...{ timezone, stations, location: locationAmong(registered, projectId) },
        days: withWeather(days, hours),
      };
    });
  }
}

/** The hours of all runs are those of all days, one after the other. */
function withWeather(
  days: readonly LocalDay[],
  hours: readonly (HourOfWeather | undefined)[],
): HourlyWeather['days'] {
  let end = 0;
  return days.map((day) => ({ ...day, weather: hours.slice(end, (end += day.hours.length)) }));
}

async function stationsOf(
  tx: Transaction,
  { companyId, projectId, sectorId, deviceId, members }: HourlyWeatherScope,
  runs: readonly HourRun[],
): Promise<WeatherStation[]> {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return [];
  const span = [new Date(first.from), new Date(last.to)];
  const ofSector = sectorId === null ? [] : [sectorId];
  return tx.query<WeatherStation>(weatherStations(members, sectorId !== null), [
    ...[companyId, projectId, deviceId, ...span, ...ofSector],
  ]);
}

/** A station that has ever sent weather. */
interface WeatherStation {
  readonly deviceId: string;
  /** Within the time that is read. */
  readonly hasMeasured: boolean;
  readonly sendsPlain: boolean;
}

type HourRow = { readonly at: number } & { readonly [Member in HourMember]?: number | null };

/** Hour by hour, run after run; undefined: no station measured anything. */
async function hoursOf(
  tx: Transaction,
  { scope, stations, onlyWhole, sites }: Asked,
  runs: readonly HourRun[],
): Promise<(HourOfWeather | undefined)[]> {
  const count = runs.reduce((sum, run) => sum + lengthOf(run), 0);
  const hours = new Array<HourOfWeather | undefined>(count).fill(undefined);
  if (stations.length === 0) return hours;
  const { companyId, projectId, sectorId, members } = scope;
  const isOne = stations.length === 1;
  const factors = stations.map((station) => windFactor(sites.get(station)));
  const statements = weatherHours(members, { one: isOne, ofSector: sectorId !== null, onlyWhole });
  let first = 0;
  for (const run of runs) {
    const { from, to, origin } = run;
    const parameters = [companyId, projectId, stations, new Date(from), new Date(to), new Date(origin)];
    const more = [...(sectorId === null ? [] : [sectorId]), ...(isOne ? [] : [factors])];
    for (const sql of statements) {
      const rows = await tx.query<HourRow>(sql, [...parameters, ...more]);
      for (const row of rows) {
        const index = first + hourWithin(run, row.at);
        hours[index] = hourOf(row, isOne ? factors[0] : 1, hours[index]);
      }
    }
    first += lengthOf(run);
  }
  return hours;
}

const lengthOf = (run: HourRun) => hourWithin(run, run.to - 1) + 1;

const NOTHING: HourOfWeather = {
  te: null,
  teMin: null,
  teMax: null,
  hot: null,
  hr: null,
  wind: null,
  rad: null,
  par: null,
};

/**
 * What a row has, and what is already known of the hour. Assigned member by member, because copies of 8,760 objects by
 * spread or by names of members cost several times as much.
 */
function hourOf(row: HourRow, windFactor = 1, known = NOTHING): HourOfWeather {
  const wind = typeof row.wind === 'number' ? row.wind * windFactor : null;
  return {
    te: meanOf(row.te, known.te),
    teMin: meanOf(row.teMin, known.teMin),
    teMax: meanOf(row.teMax, known.teMax),
    hot: row.hot ?? known.hot,
    hr: meanOf(row.hr, known.hr),
    wind: meanOf(wind, known.wind),
    rad: meanOf(row.rad, known.rad),
    par: meanOf(row.par, known.par),
  };
}

const meanOf = (value: number | null | undefined, known: number | null): number | null =>
  typeof value === 'number' ? withoutRoundingError(value) : known;

const windFactor = (site: DeviceSite | undefined) => windAt2m(1, site?.windHeight ?? 2);

/**
 * A location among those of all stations, because which of them measured within the time depends on the question. Stations
 * that were moved to another project since come last: their location is another one now.
 */
function locationAmong(sites: readonly RegisteredDevice[], projectId: string): Location | null {
  const isHere = (site: RegisteredDevice) => site.projectId === projectId;
  return locationOf(sites.filter(isHere)) ?? locationOf(sites);
}

/** The first with an altitude, else the first with coordinates: all stations of a project have the same sun. */
function locationOf(sites: readonly DeviceSite[]): Location | null {
  const locations = sites.flatMap(({ latitude, longitude, altitude }): Location[] =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude, altitude }],
  );
  return locations.find(({ altitude }) => altitude !== null) ?? locations[0] ?? null;
}
