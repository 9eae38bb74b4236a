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

/** A refused item by its index in the payload; null: the whole payload. */
export interface ItemProblem extends Problem {
  readonly index: number | null;
}

export interface IngestReport {
  /** Items that are now stored, repeats included. */
  readonly accepted: number;
  /** In the order of their items. */
  readonly problems: readonly ItemProblem[];
}

/** One message of a device. */
export interface TelemetryMessage {
  readonly kind: TelemetryKind;
  /** JSON in UTF-8: an item or a list of them. */
  readonly payload: Uint8Array;
}

/** Receives the outcome of a submission. */
export interface OnIngested {
  /** All valid items are committed. @param reports one per message */
  stored(reports: readonly IngestReport[]): void;
  /** The outcome is unknown. @param error DatabaseUnavailable if the database is away */
  failed(error: unknown): void;
}

/** Stores the readings that a device sends: invalid items are reported, and valid ones stored. */
export class IngestTelemetry {
  constructor(
    private readonly store: ReadingStore,
    private readonly sectors: KnownSectors,
    private readonly clock: Clock,
  ) {}

  /** The number of readings that wait for their transaction, for metrics. */
  get backlog(): number {
    return this.store.queued;
  }

  /**
   * Resolves after the commit of all valid items of the message. Sending the same again is safe.
   * @throws DatabaseUnavailable if the database is away; nothing is acknowledged then
   */
  execute(device: DeviceContext, message: TelemetryMessage): Promise<IngestReport> {
    return new Promise((resolve, reject) => {
      this.submit(device, [message], {
        stored: ([report]) => resolve(report as IngestReport),
        failed: reject,
      });
    });
  }

  /**
   * The same for several messages of one device, in order: all of them are stored, or the submission failed. It calls
   * back, synchronously if there is nothing to wait for. Decoded items stay in memory until then and take several times
   * the bytes of their payloads: the caller bounds their amount.
   */
  submit(device: DeviceContext, messages: readonly TelemetryMessage[], onIngested: OnIngested): void {
    const submission = new Submission(device, messages, onIngested);
    let names: ReadonlySet<string> | undefined;
    try {
      names = submission.read(this.clock.now().getTime());
    } catch (error) {
      submission.failed(error); // unexpected: affects this device alone
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

/** A valid reading with its place, its message, and its index in the payload. */
interface SubmittedReading {
  readonly message: number;
  readonly index: number | null;
  readonly kind: TelemetryKind;
  readonly device: DeviceContext;
  readonly reading: ReadingOf[TelemetryKind];
  sectorId: string | null;
}

/** A refused item and its message. */
interface Refused {
  readonly message: number;
  readonly problem: ItemProblem;
}

interface Report {
  accepted: number;
  problems: ItemProblem[];
}

/** Shared by all messages without problems, which are most. */
const NO_PROBLEMS: ItemProblem[] = [];

/** What a device sent at once, until it is stored. */
class Submission implements StoreRequest {
  #readings: SubmittedReading[] | undefined;
  #refused: Refused[] | undefined;

  constructor(
    readonly device: DeviceContext,
    private readonly messages: readonly TelemetryMessage[],
    private readonly onIngested: OnIngested,
  ) {}

  get readings(): readonly PlacedReading[] {
    return (this.#readings ?? []) as readonly PlacedReading[];
  }

  /**
   * Decodes the payloads.
   * @param now epoch milliseconds
   * @returns names of sectors that must be resolved before anything can be stored
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
        // Most devices send one reading: a literal list has room for one, while `push` onto an empty list allocates 17.
        if (this.#readings === undefined) this.#readings = [submitted];
        else this.#readings.push(submitted);
      }
    }
    return names;
  }

  /** Assigns readings to the sectors that they name, or else to that of their device. */
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
    this.onIngested.stored(reports);
  }

  failed(error: unknown): void {
    this.onIngested.failed(error);
  }

  #refuse(message: number, index: number | null, problem: Problem): void {
    (this.#refused ??= []).push({ message, problem: { index, ...problem } });
  }
}

function byItem({ problem: a }: Refused, { problem: b }: Refused): number {
  return (a.index ?? 0) - (b.index ?? 0);
}

/** The sector that a reading names; weather never does. */
function sectorOf(reading: ReadingOf[TelemetryKind]): string | null {
  return 'sector' in reading ? reading.sector : null;
}
