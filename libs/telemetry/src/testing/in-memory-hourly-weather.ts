import type {
  HourlyWeather,
  HourlyWeatherQuery,
  HourlyWeatherScope,
  PlacedReading,
} from '../application/ports.ts';
import {
  DeviceForbidden,
  type HourMember,
  type HourOfWeather,
  LocalHours,
  type Location,
  POWDERY_MILDEW,
  windAt2m,
  type WeatherReading,
  withoutRoundingError,
} from '../domain/index.ts';
import { type Memory, namedProject, type PlacedDevice } from './in-memory-series.ts';

/** What a member takes of each reading, and how it sums up the readings of a station within an hour. */
const OF_STATION: Readonly<
  Record<HourMember, readonly [(reading: WeatherReading) => number | null, (values: number[]) => number]>
> = {
  te: [({ te }) => te, mean],
  teMin: [({ te }) => te, (values) => Math.min(...values)],
  teMax: [({ te }) => te, (values) => Math.max(...values)],
  hot: [({ te }) => (te === null ? null : Number(te >= POWDERY_MILDEW.lethal.from)), mean],
  hr: [({ hr }) => hr, mean],
  wind: [({ wind }) => wind, mean],
  rad: [({ rad }) => rad, mean],
  par: [({ par }) => par, mean],
};

/** Hourly weather as plain arithmetic over all readings. */
export class InMemoryHourlyWeather implements HourlyWeatherQuery {
  constructor(private readonly memory: Memory) {}

  async read(scope: HourlyWeatherScope): Promise<HourlyWeather> {
    const project = await namedProject(this.memory, scope.companyId, scope);
    const devices = [...this.memory.projects.values()].flatMap((some) => some.devices);
    const own = devices.filter(({ companyId }) => companyId === scope.companyId);
    if (scope.deviceId !== null && !own.some(({ deviceId }) => deviceId === scope.deviceId))
      throw new DeviceForbidden();
    const { timezone } = project;
    const { days, runs } = LocalHours.of({ first: scope.from, last: scope.to }, timezone, scope);
    const readings = this.#readings(scope, [runs[0]?.from ?? 0, runs.at(-1)?.to ?? 0]);
    const stationsOf = (rows: readonly PlacedWeather[]) => {
      const ids = new Set(rows.map(({ device }) => device.deviceId));
      const found = own.filter(({ deviceId }) => ids.has(deviceId));
      return found.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1));
    };
    const stations = stationsOf(readings.filter(isMeasured(scope.members)));
    const known = stationsOf(this.#readings(scope, [-Infinity, Infinity]));
    const starts = days.flatMap(({ hours }) => hours);
    const byHour = Map.groupBy(readings, ({ reading: { ts } }) => starts.findLast((start) => start <= ts));
    return {
      ...{ timezone, stations: stations.map(({ deviceId }) => deviceId), location: locationOf(known) },
      days: days.map((day) => ({
        ...day,
        weather: day.hours.map((start) => hourOf(byHour.get(start), stations, scope.members)),
      })),
    };
  }

  #readings(scope: HourlyWeatherScope, [from, to]: readonly [number, number]): PlacedWeather[] {
    const { companyId, projectId, sectorId, deviceId } = scope;
    return [...this.memory.kept.values()].filter(
      (row): row is PlacedWeather =>
        row.kind === 'weather' &&
        row.device.companyId === companyId &&
        row.device.projectId === projectId &&
        (sectorId === null || row.sectorId === sectorId) &&
        (deviceId === null || row.device.deviceId === deviceId) &&
        row.reading.ts >= from &&
        row.reading.ts < to,
    );
  }
}

type PlacedWeather = PlacedReading & { readonly kind: 'weather' };

const isMeasured =
  (members: readonly HourMember[]) =>
  ({ reading }: PlacedWeather) =>
    members.some((member) => OF_STATION[member][0](reading) !== null);

function hourOf(
  readings: readonly PlacedWeather[] | undefined,
  stations: readonly PlacedDevice[],
  members: readonly HourMember[],
): HourOfWeather | undefined {
  if (!readings?.some(isMeasured(members))) return undefined;
  const ofStation = ({ deviceId, windHeight }: PlacedDevice, member: HourMember) => {
    const [valueOf, summary] = OF_STATION[member];
    const own = readings.filter(({ device }) => device.deviceId === deviceId);
    const values = own.map(({ reading }) => valueOf(reading)).filter((value) => value !== null);
    return values.length === 0 ? [] : [summary(values) * (member === 'wind' ? windAt2m(1, windHeight) : 1)];
  };
  const valueOf = (member: HourMember) => {
    const values = members.includes(member) ? stations.flatMap((station) => ofStation(station, member)) : [];
    if (values.length === 0) return null;
    return member === 'hot' ? mean(values) : withoutRoundingError(mean(values));
  };
  return {
    ...{ te: valueOf('te'), teMin: valueOf('teMin'), teMax: valueOf('teMax'), hot: valueOf('hot') },
    ...{ hr: valueOf('hr'), wind: valueOf('wind'), rad: valueOf('rad'), par: valueOf('par') },
  };
}

function locationOf(stations: readonly PlacedDevice[]): Location | null {
  const locations = stations.flatMap(({ latitude, longitude, altitude }): Location[] =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude, altitude }],
  );
  return locations.find(({ altitude }) => altitude !== null) ?? locations[0] ?? null;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
