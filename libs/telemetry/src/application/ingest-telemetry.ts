import type { Clock } from '@furrow/kernel';
import {
  itemsOf,
  type Problem,
  type ReadingOf,
  readItem,
  SECTOR_NOT_FOUND,
  type TelemetryKind,
} from '../domain/index.ts';
import type { KnownSectors } from './known-sectors.ts';
import type { DeviceContext, PlacedReading, ReadingStore, StoreRequest } from './ports.ts';

/** An item that was not taken, by its place in the payload; null: the payload itself. */
export interface ItemProblem extends Problem {
  readonly index: number | null;
}

export interface IngestReport {
  /** Items that are in the database now, repeats included. */
  readonly accepted: number;
  /** In the order of their items. */
  readonly problems: readonly ItemProblem[];
}

/** What a device sends at once. */
export interface TelemetryMessage {
  readonly kind: TelemetryKind;
  /** JSON in UTF-8: an item or a list of them. */
  readonly payload: Uint8Array;
}

/** Hears what became of what was sent at once. */
export interface OnIngested {
  /** All that is valid is committed. @param reports message by message */
  stored(reports: readonly IngestReport[]): void;
  /** It is not known to be. @param error DatabaseUnavailable when the database is away */
  failed(error: unknown): void;
}

/** Takes in what a device sends: bad items are told, and the good ones are kept. */
export class IngestTelemetry {
  constructor(
    private readonly store: ReadingStore,
    private readonly sectors: KnownSectors,
    private readonly clock: Clock,
  ) {}

  /** Readings that wait for their transaction, for metrics. */
  get backlog(): number {
    return this.store.queued;
  }

  /**
   * Resolves after the commit of everything that is valid in `payload`. To send the same again is safe.
   * @throws DatabaseUnavailable when the database is away; nothing is acknowledged then
   */
  execute(device: DeviceContext, kind: TelemetryKind, payload: Uint8Array): Promise<IngestReport> {
    return new Promise((resolve, reject) => {
      this.submit(device, [{ kind, payload }], {
        stored: ([report]) => resolve(report as IngestReport),
        failed: reject,
      });
    });
  }

  /**
   * The same for several messages of one device, in their order and in one go: all of them are kept, or it failed. Tells
   * by callback, and at once where there is nothing to wait for. What is decoded stays in memory until then and takes up
   * several times the bytes of its payloads: the caller bounds how much that is.
   */
  submit(device: DeviceContext, messages: readonly TelemetryMessage[], told: OnIngested): void {
    const submission = new Submission(device, messages, told);
    let names: ReadonlySet<string> | undefined;
    try {
      names = submission.read(this.clock.now().getTime());
    } catch (error) {
      submission.failed(error); // unforeseen: the trouble of this device alone
      return;
    }
    if (names === undefined) this.store.submit(submission);
    else
      void this.sectors
        .resolve(submission.device, names)
        .then((sectorIds) => submission.place(sectorIds))
        .then(
          () => this.store.submit(submission),
          (error: unknown) => submission.failed(error),
        );
  }
}

/** A valid reading, where it belongs, and where it was: in which message, and its place in the payload. */
interface SubmittedReading {
  readonly message: number;
  readonly index: number | null;
  readonly kind: TelemetryKind;
  readonly device: DeviceContext;
  readonly reading: ReadingOf[TelemetryKind];
  sectorId: string | null;
}

/** An item that is not taken, and in which message it was. */
interface Refused {
  readonly message: number;
  readonly problem: ItemProblem;
}

interface Report {
  accepted: number;
  problems: ItemProblem[];
}

/** Shared by all messages without one, and most have none. */
const NO_PROBLEMS: ItemProblem[] = [];

/** What a device sent at once, until it is stored. */
class Submission implements StoreRequest {
  #readings: SubmittedReading[] | undefined;
  #refused: Refused[] | undefined;

  constructor(
    readonly device: DeviceContext,
    private readonly messages: readonly TelemetryMessage[],
    private readonly told: OnIngested,
  ) {}

  get readings(): readonly PlacedReading[] {
    return (this.#readings ?? []) as readonly PlacedReading[];
  }

  /**
   * Looks into the payloads.
   * @param now epoch milliseconds
   * @returns names of sectors that are to be resolved before anything can be kept
   */
  read(now: number): ReadonlySet<string> | undefined {
    let names: Set<string> | undefined;
    for (const [message, { kind, payload }] of this.messages.entries()) {
      const decoded = itemsOf(payload);
      if ('problem' in decoded) {
        this.#refuse(message, null, decoded.problem);
        continue;
      }
      for (const [index, item] of decoded.items.entries()) {
        const read = readItem(kind, item, now);
        if ('problem' in read) {
          this.#refuse(message, index, read.problem);
          continue;
        }
        const { reading } = read;
        const sector = sectorOf(reading);
        if (sector !== null) (names ??= new Set()).add(sector);
        const { device } = this;
        const submitted = { message, index, kind, device, reading, sectorId: device.sectorId };
        // A list of one is made for one, which is what most devices send: `push` onto an empty list makes room for 17.
        if (this.#readings === undefined) this.#readings = [submitted];
        else this.#readings.push(submitted);
      }
    }
    return names;
  }

  /** Puts readings where they say they belong, or else leaves them where their device stands. */
  place(sectorIds: ReadonlyMap<string, string>): void {
    this.#readings = this.#readings?.filter((submitted) => {
      const sector = sectorOf(submitted.reading);
      if (sector === null) return true;
      const sectorId = sectorIds.get(sector);
      if (sectorId === undefined) this.#refuse(submitted.message, submitted.index, SECTOR_NOT_FOUND);
      else submitted.sectorId = sectorId;
      return sectorId !== undefined;
    });
  }

  stored(problems: ReadonlyMap<number, Problem>): void {
    const reports = this.messages.map((): Report => ({ accepted: 0, problems: NO_PROBLEMS }));
    this.#readings?.forEach(({ message, index }, at) => {
      const problem = problems.get(at);
      if (problem) this.#refuse(message, index, problem);
      else (reports[message] as Report).accepted++;
    });
    for (const { message, problem } of this.#refused?.sort(byItem) ?? []) {
      const report = reports[message] as Report;
      if (report.problems === NO_PROBLEMS) report.problems = [problem];
      else report.problems.push(problem);
    }
    this.told.stored(reports);
  }

  failed(error: unknown): void {
    this.told.failed(error);
  }

  #refuse(message: number, index: number | null, problem: Problem): void {
    (this.#refused ??= []).push({ message, problem: { index, ...problem } });
  }
}

function byItem({ problem: a }: Refused, { problem: b }: Refused): number {
  return (a.index ?? 0) - (b.index ?? 0);
}

/** The name of the sector that a reading states, as weather never does. */
function sectorOf(reading: ReadingOf[TelemetryKind]): string | null {
  return 'sector' in reading ? reading.sector : null;
}
