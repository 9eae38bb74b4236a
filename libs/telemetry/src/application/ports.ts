import type { Decimal, LocalDate } from '@furrow/kernel';
import type {
  ExtraWeather,
  HourMember,
  LocalInterval,
  LocalRange,
  Place,
  Problem,
  ReadingOf,
  TelemetryKind,
  WeatherDay,
} from '../domain/index.ts';

/** A device whose credential the gateway has verified, and where it stands. */
export interface DeviceContext {
  readonly companyId: string;
  readonly deviceId: string;
  readonly projectId: string;
  readonly sectorId: string | null;
}

/** A valid reading and where it belongs. */
export type PlacedReading = {
  readonly [Kind in TelemetryKind]: {
    readonly kind: Kind;
    readonly device: DeviceContext;
    readonly reading: ReadingOf[Kind];
    readonly sectorId: string | null;
  };
}[TelemetryKind];

/** Readings that are to be stored together, and who is told the outcome: one of the two, once. */
export interface StoreRequest {
  readonly readings: readonly PlacedReading[];
  /**
   * They are committed.
   * @param problems by index, what was not kept and why: repeats with other values, and what the store refuses by itself
   */
  stored(problems: ReadonlyMap<number, Problem>): void;
  /** None of them is known to be committed. @param error DatabaseUnavailable when the store is away */
  failed(error: unknown): void;
}

/**
 * Where readings of any companies are kept. A repeat changes nothing; an irrigation event is completed by what was not
 * known of it.
 */
export abstract class ReadingStore {
  /** Tells the outcome by callback: of a request with one reading, a promise costs a tenth. */
  abstract submit(request: StoreRequest): void;

  /** Readings that wait for their transaction, for metrics. */
  get queued(): number {
    return 0;
  }

  /**
   * The same for whoever can afford a promise.
   * @returns by index, what was not kept and why
   * @throws what a request fails with
   */
  store(readings: readonly PlacedReading[]): Promise<ReadonlyMap<number, Problem>> {
    return new Promise((stored, failed) => this.submit({ readings, stored, failed }));
  }
}

/** What telemetry needs to know of a project's sectors. */
export abstract class SectorRegistry {
  /** All of them, inactive ones too. */
  abstract sectorsOf(companyId: string, projectId: string): Promise<readonly RegisteredSector[]>;
}

export interface RegisteredSector {
  readonly sectorId: string;
  /** The operator's name for it. */
  readonly key: string;
}

/** The months that readings can be put into. */
export abstract class Partitions {
  /** Makes sure of the months around `now`; any number of processes may do so at once. */
  abstract makeAhead(now: Date): Promise<void>;
}

export interface SeriesScope {
  readonly companyId: string;
  readonly projectId: string;
  readonly range: LocalRange;
}

export interface PlantScope extends SeriesScope {
  readonly interval: LocalInterval;
  readonly kpi: string | null;
  readonly sectorId: string | null;
}

export interface WeatherScope extends SeriesScope {
  readonly interval: LocalInterval;
  /** What points have beside the five members, each once and in the order of `EXTRA_WEATHER`. */
  readonly include: readonly ExtraWeather[];
}

/** Takes points as JSON texts; the next batch is read when it is done. */
export type OnPoints = (points: readonly string[]) => Promise<void>;

/** The series' points, read while the answer is being written. */
export abstract class SeriesQuery {
  /** @throws ProjectForbidden before the first batch */
  abstract weather(scope: WeatherScope, onPoints: OnPoints): Promise<void>;
  /** @throws ProjectForbidden | SectorForbidden | SectorNotInProject before the first batch */
  abstract plant(scope: PlantScope, onPoints: OnPoints): Promise<void>;
  /** @throws ProjectForbidden before the first batch */
  abstract irrigation(scope: SeriesScope, onPoints: OnPoints): Promise<void>;
}

/** Which weather an indicator is made of. */
export interface HourlyWeatherScope {
  readonly companyId: string;
  readonly projectId: string;
  /** Null: any. */
  readonly sectorId: string | null;
  readonly deviceId: string | null;
  /** Local dates of the project, both included, and how many days more. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly before: number;
  readonly after: number;
  /** The others are null. */
  readonly members: readonly HourMember[];
}

export interface HourlyWeather {
  /** IANA name, of the project. */
  readonly timezone: string;
  /** In order; a date that the calendar skips is none of them. */
  readonly days: readonly WeatherDay[];
  /** Devices that measured any of it. */
  readonly stations: readonly string[];
  /** Where the first of the stations stands of which that is known. */
  readonly place: Place | null;
}

/** The weather by the hours of a project's local clock: means over its stations, each reading read once. */
export abstract class HourlyWeatherQuery {
  /** @throws ProjectForbidden | SectorForbidden | SectorNotInProject | DeviceForbidden */
  abstract read(scope: HourlyWeatherScope): Promise<HourlyWeather>;
}

/** What a series needs to know of the company's farm, within the transaction that reads it. */
export abstract class FarmDirectory {
  /** @throws ProjectForbidden | SectorForbidden | SectorNotInProject */
  abstract check(named: { readonly projectId: string; readonly sectorId: string | null }): Promise<void>;
  /** IANA name, of a project that is there. */
  abstract timezoneOf(projectId: string): Promise<string>;
  /** By id, inactive ones too. */
  abstract sectorNames(projectId: string): Promise<Record<string, string>>;
  abstract readonly figures: ScoutingFigures;
  /** What scouts recorded, in order of time, batch by batch; only records that assessed something. */
  abstract scouted(
    place: { readonly projectId: string; readonly sectorId: string | null },
    span: { readonly from: number; readonly to: number },
  ): AsyncIterable<readonly ScoutedRecord[]>;
}

/** What is made of scouts' records, in percent with two decimals; agronomy defines it. */
export interface ScoutingFigures {
  incidenceOf(counts: { readonly assessed: number; readonly affected: number }): number;
  severityOf(severities: { readonly total: Decimal; readonly count: number }): number;
}

/** One record of a scout, as far as incidence and severity need it. */
export interface ScoutedRecord {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly sectorId: string | null;
  /** Whether any pest or disease was found. */
  readonly affected: boolean;
  /** Exact decimal text, in percent; null without any. */
  readonly severitySum: string | null;
  readonly severityCount: number;
}

/** Something a person tells a device to do. */
export interface Command {
  readonly companyId: string;
  readonly commandId: string;
  readonly deviceId: string;
  /** The last level of its topic. */
  readonly name: string;
  /** Any JSON value. */
  readonly payload: unknown;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Commands that wait for their devices. */
export abstract class CommandOutbox {
  /** @returns false when the company has no such device */
  abstract put(command: Command): Promise<boolean>;
}

/** A command as it goes out to its device. */
export interface PendingCommand {
  readonly companyId: string;
  readonly commandId: string;
  readonly deviceId: string;
  readonly name: string;
  /** What is published: `{ commandId, createdAt, payload }` as JSON. */
  readonly message: string;
  /** Until it expires; at least 1. */
  readonly secondsLeft: number;
}

/** What the gateway takes out of the outbox: what has neither been delivered nor expired. */
export abstract class PendingCommands {
  /** Commands that wait for any of these devices, oldest first. */
  abstract of(
    devices: readonly Pick<DeviceContext, 'companyId' | 'deviceId'>[],
    limit: number,
  ): Promise<PendingCommand[]>;
  /** They are not handed out again. Those that were marked before stay as they are. */
  abstract markDelivered(commands: readonly Pick<PendingCommand, 'companyId' | 'commandId'>[]): Promise<void>;
  /**
   * Hands out the oldest that wait, of any devices, to one process at a time, and marks those that `deliver` answers
   * as delivered. Whatever becomes of the process meanwhile, the others stay in the outbox.
   * @returns how many were handed out
   */
  abstract handOut(
    limit: number,
    deliver: (commands: readonly PendingCommand[]) => Promise<readonly PendingCommand[]>,
  ): Promise<number>;
  /** Drops those whose time is over. @returns how many, each counted by one process alone */
  abstract expire(): Promise<number>;
  /** Calls `onCommands` whenever there may be new ones: after each is put, and after the database was away. */
  abstract watch(onCommands: () => void): Promise<{ stop(): Promise<void> }>;
}

/** Where on earth a device stands: degrees, metres above the sea, and of its anemometer above the ground. */
export interface DeviceSite {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitude: number | null;
  readonly windHeight: number;
}

/** A device as the endpoint answers it. Instants are ISO 8601 in UTC. */
export interface DeviceView extends DeviceSite {
  readonly deviceId: string;
  readonly projectId: string;
  readonly project_name: string | null;
  readonly sectorId: string | null;
  readonly sector_name: string | null;
  readonly status: 'active' | 'inactive' | 'revoked';
  readonly createdAt: string;
  /** Of its latest reading, by the device's clock, but never ahead of ours. Null where it has sent none. */
  readonly lastSeenAt: string | null;
}

/** A company's devices: where they stand, whether they may send, and when they did. */
export abstract class DeviceQuery {
  /** By deviceId, the revoked ones included. */
  abstract all(companyId: string): Promise<DeviceView[]>;
}

/** What one device sent in one hour. */
export interface HourlyCount {
  readonly deviceId: string;
  /** Whole hours since the beginning; null where the device sent nothing in the time. */
  readonly hour: number | null;
  readonly count: number;
}

/** How much a company's devices send. */
export abstract class DeviceActivityQuery {
  /** By deviceId; `from` included, `to` not. Devices that have ever sent something are all there. */
  abstract readingsByHour(
    companyId: string,
    span: { readonly from: Date; readonly to: Date },
  ): Promise<readonly HourlyCount[]>;
}
