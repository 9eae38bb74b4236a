import { expect } from '@jest/globals';
import type { FixedClock } from '@furrow/kernel/testing';
import type {
  CommandOutbox,
  DeviceContext,
  DeviceErrorStore,
  DeviceSite,
  HourlyWeatherQuery,
  PendingCommands,
  PlacedReading,
  PlantScope,
  ReadingStore,
  ScoutedRecord,
  SectorRegistry,
  SeriesQuery,
  SoilScope,
  WeatherScope,
} from '../application/ports.ts';
import { type IrrigationEvent, LocalRange, type TelemetryKind } from '../domain/index.ts';
import { anEvent, placed, soilAt, weatherAt } from './builders.ts';

/** A company with two stations in sector n1 of its project north, in Santiago. */
export interface Station {
  readonly companyId: string;
  readonly device: DeviceContext;
  readonly neighbour: DeviceContext;
  readonly sectorIds: { readonly n1: string; readonly n2: string };
  /** Another project of the company. */
  readonly otherProject: { readonly projectId: string; readonly sectorId: string };
  /** Its administrator. */
  readonly userId: string;
  readonly idpId: string;
}

/** Where the two stations of a company stand. */
export const SITES: readonly [DeviceSite, DeviceSite] = [
  { latitude: -36.5, longitude: -71.6, altitude: null, windHeight: 2 },
  { latitude: -36.6, longitude: -71.7, altitude: 240, windHeight: 10 },
];

/** How a test's farm differs from the usual one. */
export interface AskedFarm {
  /** Of its project north; IANA name. */
  readonly timezone?: string;
  readonly sites?: readonly [DeviceSite, DeviceSite];
}

/** All ports of telemetry, as one implementation provides them. */
export interface TelemetryPorts {
  readonly store: Pick<ReadingStore, 'store'>;
  readonly series: SeriesQuery;
  readonly hourly: HourlyWeatherQuery;
  readonly sectors: SectorRegistry;
  readonly errors: DeviceErrorStore;
  readonly outbox: CommandOutbox;
  readonly pending: Omit<PendingCommands, 'watch'>;
  readonly clock: FixedClock;
  newStation(farm?: AskedFarm): Promise<Station>;
  /** Stores scouts' records in the station's project. */
  scout(station: Station, records: readonly ScoutedRecord[]): Promise<void>;
  close(): Promise<void>;
}

export type Point = Record<string, unknown>;

export const rangeOf = (from: string, to: string, timezone = 'UTC') => LocalRange.of({ from, to, timezone });
export const MARCH = rangeOf('2026-03-01T00:00:00', '2026-03-31T23:59:59');

/** One company's telemetry in the terms of tests. */
export class Field {
  private constructor(
    readonly ports: TelemetryPorts,
    readonly station: Station,
  ) {}

  static async on(ports: TelemetryPorts, farm: AskedFarm = {}): Promise<Field> {
    return new Field(ports, await ports.newStation(farm));
  }

  get device(): DeviceContext {
    return this.station.device;
  }

  weather(
    over: Parameters<typeof weatherAt>[1] = {},
    ts: string | number = '2026-03-01T10:00:00Z',
  ): PlacedReading {
    return placed(this.device, 'weather', weatherAt(ts, over));
  }

  soil(over: Parameters<typeof soilAt>[1] = {}, ts: string | number = '2026-03-01T10:00:00Z'): PlacedReading {
    return placed(this.device, 'soil', soilAt(ts, over));
  }

  event(over: Partial<IrrigationEvent>): PlacedReading {
    return placed(this.device, 'irrigation', anEvent(over));
  }

  /** The outcome of each reading: the code of its problem, or nothing. */
  async store(...readings: PlacedReading[]): Promise<(string | undefined)[]> {
    const problems = await this.ports.store.store(readings);
    for (const index of problems.keys()) expect(index).toBeLessThan(readings.length);
    return readings.map((_, index) => problems.get(index)?.code);
  }

  async read(
    kind: TelemetryKind,
    range: LocalRange,
    over: Partial<PlantScope & WeatherScope & SoilScope> = {},
  ): Promise<Point[]> {
    const { companyId, projectId } = this.device;
    const scope: PlantScope & WeatherScope & SoilScope = {
      companyId,
      projectId,
      range,
      interval: 'raw',
      include: [],
      kpi: null,
      sectorId: null,
      depth: null,
      ...over,
    };
    const points: Point[] = [];
    await this.ports.series[kind](scope, async (batch) => {
      points.push(...batch.map((text) => JSON.parse(text) as Point));
    });
    return points;
  }
}
