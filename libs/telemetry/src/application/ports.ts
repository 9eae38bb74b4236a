import type { Decimal, LocalDate } from '@furrow/kernel';
import type {
  ExtraWeather,
  HourMember,
  LocalInterval,
  LocalRange,
  Location,
  Problem,
  ReadingOf,
  TelemetryKind,
  WeatherDay,
} from '../domain/index.ts';

/** A device whose credential the gateway has verified, and its place. */
export interface DeviceContext {
  readonly companyId: string;
  readonly deviceId: string;
  readonly projectId: string;
  readonly sectorId: string | null;
}

/** A valid reading with its place. */
export type PlacedReading = {
  readonly [Kind in TelemetryKind]: {
    readonly kind: Kind;
    readonly device: DeviceContext;
    readonly reading: ReadingOf[Kind];
    readonly sectorId: string | null;
  };
}[TelemetryKind];

/** Readings to be stored together, with callbacks of which one is called, once. */
export interface StoreRequest {
  readonly readings: readonly PlacedReading[];
  /**
   * They are committed.
   * @param problems by index, what was not stored and why: repeats with other values, and what the store itself refuses
   */
  stored(problems: ReadonlyMap<number, Problem>): void;
  /**
   * It is unknown whether any of them is committed.
   * @param error DatabaseUnavailable if the store is away, UnstorableReadings if it stores those of other devices
   */
  failed(error: unknown): void;
}

/**
 * The store fails with the readings of one device alone, for a reason that is not in the readings, while those of others
 * are stored. Nothing of it is stored; a later attempt may succeed.
 */
export class UnstorableReadings extends Error {
  override readonly name = 'UnstorableReadings';

  constructor(options: ErrorOptions) {
    super(`The readings cannot be stored: ${String(options.cause)}`, options);
  }
}

/**
 * Stores readings of any companies. A repeat changes nothing; an irrigation event is completed by what was unknown of
 * it.
 */
export abstract class ReadingStore {
  /** Reports by callback: for a request with one reading, a promise costs a tenth of the time. */
  abstract submit(request: StoreRequest): void;

  /** The number of readings that wait for their transaction, for metrics. */
  get queued(): number {
    return 0;
  }

  /**
   * The same with a promise.
   * @returns by index, what was not stored and why
   * @throws what a request fails with
   */
  store(readings: readonly PlacedReading[]): Promise<ReadonlyMap<number, Problem>> {
    return new Promise((stored, failed) => this.submit({ readings, stored, failed }));
  }
}

/** The sectors of a project. */
export abstract class SectorRegistry {
  /** All of them, including inactive ones. */
  abstract sectorsOf(companyId: string, projectId: string): Promise<readonly RegisteredSector[]>;
}

export interface RegisteredSector {
  readonly sectorId: string;
  /** The key that the farm file gives it. */
  readonly key: string;
}

/** The months for which readings can be stored. */
export abstract class Partitions {
  /** Makes the months around `now`; any number of processes may do so at once. */
  abstract makeAhead(now: Date): Promise<void>;
}

export interface SeriesScope {
  readonly companyId: string;
  readonly projectId: string;
  /** Null: all. */
  readonly sectorId: string | null;
  readonly range: LocalRange;
}

export interface PlantScope extends SeriesScope {
  readonly interval: LocalInterval;
  readonly kpi: string | null;
}

export interface WeatherScope extends SeriesScope {
  readonly interval: LocalInterval;
  /** Additional members of points, each once and in the order of `EXTRA_WEATHER`. */
  readonly include: readonly ExtraWeather[];
}

export interface SoilScope extends SeriesScope {
  readonly interval: LocalInterval;
  /** cm; null: all. */
  readonly depth: number | null;
}

/** Receives points as JSON texts; the next batch is read when it has returned. */
export type OnPoints = (points: readonly string[]) => Promise<void>;

/**
 * The points of series, read while the answer is written. Each throws ProjectForbidden, SectorForbidden or
 * SectorNotInProject before the first batch.
 */
export abstract class SeriesQuery {
  abstract weather(scope: WeatherScope, onPoints: OnPoints): Promise<void>;
  abstract plant(scope: PlantScope, onPoints: OnPoints): Promise<void>;
  abstract soil(scope: SoilScope, onPoints: OnPoints): Promise<void>;
  abstract irrigation(scope: SeriesScope, onPoints: OnPoints): Promise<void>;
}

/** The weather that an indicator is computed from. */
export interface HourlyWeatherScope {
  readonly companyId: string;
  readonly projectId: string;
  /** Null: any. */
  readonly sectorId: string | null;
  readonly deviceId: string | null;
  /** Local dates of the project, both included, and the number of additional days. */
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
  /** In order; a date that the calendar skips is left out. */
  readonly days: readonly WeatherDay[];
  /** Devices that measured any of it. */
  readonly stations: readonly string[];
  /** Of the first station with an altitude, else with coordinates, of all that have ever sent weather. */
  readonly location: Location | null;
}

/** Weather by the hours of a project's local clock: means over its stations, reading each reading once. */
export abstract class HourlyWeatherQuery {
  /** @throws ProjectForbidden | SectorForbidden | SectorNotInProject | DeviceForbidden */
  abstract read(scope: HourlyWeatherScope): Promise<HourlyWeather>;
}

/** The projects and sectors that series refer to, within the transaction that reads them. */
export abstract class FarmDirectory {
  /** @throws ProjectForbidden | SectorForbidden | SectorNotInProject */
  abstract check(named: { readonly projectId: string; readonly sectorId: string | null }): Promise<void>;
  /** The IANA name of an existing project's zone. */
  abstract timezoneOf(projectId: string): Promise<string>;
  /** By id, including inactive ones. */
  abstract sectorNames(projectId: string): Promise<Record<string, string>>;
  abstract readonly figures: ScoutingFigures;
  /** Scouts' records that assessed something, in order of time, in batches. */
  abstract scouted(
    place: { readonly projectId: string; readonly sectorId: string | null },
    span: { readonly from: number; readonly to: number },
  ): AsyncIterable<readonly ScoutedRecord[]>;
}

/** Figures of scouts' records, in percent with two decimals, as agronomy defines them. */
export interface ScoutingFigures {
  incidenceOf(counts: { readonly assessed: number; readonly affected: number }): number;
  severityOf(severities: { readonly total: Decimal; readonly count: number }): number;
}

/** One scout's record with what incidence and severity need. */
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

/** A command to a device. */
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
  /** @returns false if the company has no such device */
  abstract put(command: Command): Promise<boolean>;
}

/** A command as it is sent to its device. */
export interface PendingCommand {
  readonly companyId: string;
  readonly commandId: string;
  readonly deviceId: string;
  readonly name: string;
  /** The published message: `{ commandId, createdAt, payload }` as JSON. */
  readonly message: string;
  /** Until it expires; at least 1. */
  readonly secondsLeft: number;
}

/** A device, and which of its commands it has subscribed to. */
export interface CommandsWanted extends Pick<DeviceContext, 'companyId' | 'deviceId'> {
  /** Null: all. */
  readonly names: readonly string[] | null;
}

export type CommandKey = Pick<PendingCommand, 'companyId' | 'commandId'>;

/** The gateway's side of the outbox: commands that were neither delivered nor expired. */
export abstract class PendingCommands {
  /**
   * Commands that wait for any of these devices, oldest first.
   * @param limits of each device, which an implementation may exceed, and in all
   */
  abstract of(
    devices: readonly CommandsWanted[],
    limits: { readonly each: number; readonly all: number },
  ): Promise<PendingCommand[]>;
  /** Marks them as delivered, so that they are not sent again. Those already marked stay as they are. */
  abstract markDelivered(commands: readonly CommandKey[]): Promise<void>;
  /**
   * Passes waiting commands, of any devices, to one process at a time, in the order of companies and commands, and marks
   * those that `deliver` returns as delivered. If the process dies meanwhile, the others stay in the outbox.
   * @returns how many were passed
   */
  abstract handOut(
    page: { readonly limit: number; readonly after?: CommandKey | undefined },
    deliver: (commands: readonly PendingCommand[]) => Promise<readonly PendingCommand[]>,
  ): Promise<number>;
  /** Deletes expired commands, but those that cannot be. @returns how many, each counted by one process only */
  abstract expire(): Promise<number>;
  /** Calls `onCommands` with the device of each new one, and with '' when any device may have some. */
  abstract watch(onCommands: (deviceId: string) => void): Promise<{ stop(): Promise<void> }>;
}

/** Where a device stands: degrees, metres above the sea, and the height of its anemometer above the ground. */
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
  /** Of a LoRaWAN device, whose network server sends what it measures. */
  readonly devEui: string | null;
  readonly createdAt: string;
  /** The instant of its latest reading by the device's clock, never later than ours. Null if it has sent none. */
  readonly lastSeenAt: string | null;
}

/** A company's devices with place, status and latest reading. */
export abstract class DeviceQuery {
  /** By deviceId, including revoked ones. */
  abstract all(companyId: string): Promise<DeviceView[]>;
}

/** What one device sent in one hour. */
export interface HourlyCount {
  readonly deviceId: string;
  /** Whole hours since the beginning; null where the device sent nothing in the time. */
  readonly hour: number | null;
  readonly count: number;
}

/** What was rejected of one device in one hour. */
export interface DeviceErrors {
  readonly companyId: string;
  readonly deviceId: string;
  /** When the hour begins, in UTC. */
  readonly hour: Date;
  readonly count: number;
  /** The code of the last one, as on the device's errors topic, and when it was rejected. */
  readonly lastCode: string;
  readonly lastAt: Date;
}

/** What was reported to devices as rejected, counted by hour. */
export abstract class DeviceErrorStore {
  /**
   * Adds counts of any companies, at most one of each device and hour.
   * @returns those that are not stored, because the database is away or fails with them alone; if it failed during the
   * commit, they may be stored
   */
  abstract add(errors: readonly DeviceErrors[]): Promise<readonly DeviceErrors[]>;
  /** By deviceId and hour; `from` included, `to` not. */
  abstract ofHours(
    companyId: string,
    span: { readonly from: Date; readonly to: Date },
  ): Promise<readonly DeviceErrors[]>;
  /** Removes those of hours that began before. @returns how many */
  abstract removeBefore(instant: Date): Promise<number>;
}

/** How often a device measures. */
export interface UsualInterval {
  readonly deviceId: string;
  readonly seconds: number;
}

/** How much a company's devices send. */
export abstract class DeviceActivityQuery {
  /** Between the latest readings of each device with at least two. Irrigation, which is not regular, does not count. */
  abstract usualIntervals(companyId: string): Promise<readonly UsualInterval[]>;
  /** By deviceId; `from` included, `to` not. Devices that have ever sent something are all there. */
  abstract readingsByHour(
    companyId: string,
    span: { readonly from: Date; readonly to: Date },
  ): Promise<readonly HourlyCount[]>;
}
