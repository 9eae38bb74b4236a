import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import {
  type DeviceSite,
  type PlacedReading,
  ReadingStore,
  type StoreRequest,
  type RegisteredSector,
  type ScoutedRecord,
  type SectorRegistry,
} from '../application/ports.ts';
import {
  CONFLICT,
  type IrrigationEvent,
  type Problem,
  SOIL_MEMBERS,
  WEATHER_MEMBERS,
} from '../domain/index.ts';
import { fresh, NOW } from './builders.ts';
import { InMemoryCommands } from './in-memory-commands.ts';
import { InMemoryDeviceErrors } from './in-memory-device-errors.ts';
import { InMemoryHourlyWeather } from './in-memory-hourly-weather.ts';
import { type InMemoryProject, InMemorySeries } from './in-memory-series.ts';
import { type AskedFarm, SITES, type Station, type TelemetryPorts } from './field.ts';

/** All ports of telemetry over maps. */
export class InMemoryTelemetry implements TelemetryPorts {
  readonly kept = new Map<string, PlacedReading>();
  /** Scouts' records, by project. */
  readonly scouted = new Map<string, ScoutedRecord[]>();
  readonly projects = new Map<string, InMemoryProject>();
  readonly store = new InMemoryReadings(this.kept);
  readonly sectors = new InMemorySectors(this.projects);
  readonly series = new InMemorySeries(this);
  readonly hourly = new InMemoryHourlyWeather(this);
  readonly errors = new InMemoryDeviceErrors();
  readonly clock = new FixedClock(NOW);
  readonly outbox = new InMemoryCommands(this.projects, this.clock);
  readonly pending = this.outbox;

  async newStation({ timezone = 'America/Santiago', sites = SITES }: AskedFarm = {}): Promise<Station> {
    const companyId = newId();
    const north = { projectId: newId(), sectors: [aSector('n1'), aSector('n2')] as const };
    const south = { projectId: newId(), sectors: [aSector('s1')] as const };
    const place = { companyId, projectId: north.projectId, sectorId: north.sectors[0].sectorId };
    const [device, neighbour] = [
      { ...place, deviceId: fresh('ws') },
      { ...place, deviceId: fresh('ws') },
    ];
    const devices = [device, neighbour].map((each, n) => ({ ...each, ...(sites[n] as DeviceSite) }));
    this.projects.set(north.projectId, { companyId, timezone, devices, ...north });
    this.projects.set(south.projectId, { companyId, timezone: 'UTC', devices: [], ...south });
    return {
      ...{ companyId, device, neighbour, userId: newId(), idpId: fresh('idp|ada') },
      sectorIds: { n1: north.sectors[0].sectorId, n2: north.sectors[1].sectorId },
      otherProject: { projectId: south.projectId, sectorId: south.sectors[0].sectorId },
    };
  }

  async scout(station: Station, records: readonly ScoutedRecord[]): Promise<void> {
    const { projectId } = station.device;
    this.scouted.set(projectId, [...(this.scouted.get(projectId) ?? []), ...records]);
  }

  async close(): Promise<void> {
    this.kept.clear();
  }
}

function aSector(key: string): RegisteredSector & { readonly name: string } {
  return { sectorId: newId(), key, name: key.toUpperCase() };
}

class InMemoryReadings extends ReadingStore {
  /** The error of every call, if a test sets it. */
  failure: Error | undefined;
  /** Sizes of the batches stored. */
  readonly batches: number[] = [];

  constructor(private readonly kept: Map<string, PlacedReading>) {
    super();
  }

  override submit(request: StoreRequest): void {
    // Asynchronously, as a database.
    setImmediate(() => {
      this.batches.push(request.readings.length);
      if (this.failure) request.failed(this.failure);
      else request.stored(this.#keep(request.readings));
    });
  }

  #keep(readings: readonly PlacedReading[]): ReadonlyMap<number, Problem> {
    const problems = new Map<number, Problem>();
    readings.forEach((reading, index) => {
      const key = keyOf(reading);
      const before = this.kept.get(key);
      const after = before === undefined ? reading : merged(before, reading);
      if (after === undefined) problems.set(index, CONFLICT);
      else this.kept.set(key, after);
    });
    return problems;
  }
}

function keyOf({ kind, device, reading, sectorId }: PlacedReading): string {
  const within = 'kpi' in reading ? [reading.kpi, sectorId] : 'depth' in reading ? [reading.depth] : [];
  const own = 'eventId' in reading ? [reading.eventId] : [reading.ts, within];
  return JSON.stringify([kind, device.companyId, device.deviceId, own]);
}

/** The stored reading after a repeat; undefined if the repeat contradicts it. */
function merged(before: PlacedReading, again: PlacedReading): PlacedReading | undefined {
  if (before.kind === 'irrigation' && again.kind === 'irrigation') return completed(before, again);
  const values = ({ kind, reading }: PlacedReading) =>
    kind === 'weather'
      ? WEATHER_MEMBERS.map((member) => reading[member])
      : kind === 'plant'
        ? [reading.value]
        : kind === 'soil'
          ? SOIL_MEMBERS.map((member) => reading[member])
          : [];
  return String(values(before)) === String(values(again)) ? before : undefined;
}

type PlacedEvent = PlacedReading & { readonly kind: 'irrigation' };

function completed(before: PlacedEvent, again: PlacedEvent): PlacedEvent | undefined {
  const contradicts = (name: keyof IrrigationEvent) =>
    before.reading[name] !== null &&
    again.reading[name] !== null &&
    before.reading[name] !== again.reading[name];
  if (contradicts('startedAt') || contradicts('endedAt') || contradicts('volume')) return undefined;
  if (again.reading.sector !== null && again.sectorId !== before.sectorId) return undefined;
  const { endedAt, volume } = before.reading;
  return {
    ...before,
    reading: {
      ...before.reading,
      endedAt: endedAt ?? again.reading.endedAt,
      volume: volume ?? again.reading.volume,
    },
  };
}

class InMemorySectors implements SectorRegistry {
  asked = 0;

  constructor(private readonly projects: ReadonlyMap<string, InMemoryProject>) {}

  async sectorsOf(companyId: string, projectId: string): Promise<readonly RegisteredSector[]> {
    this.asked++;
    const project = this.projects.get(projectId);
    return project?.companyId === companyId ? project.sectors : [];
  }
}
