import type { Clock } from '@furrow/kernel';
import {
  itemsOf,
  type Problem,
  type ReadingOf,
  readItem,
  SECTOR_NOT_FOUND,
  type TelemetryKind,
} from '../domain/index.ts';
import type { GroupCommit } from './group-commit.ts';
import type { KnownSectors } from './known-sectors.ts';
import type { DeviceContext, PlacedReading } from './ports.ts';
import { WaitingRoom } from './waiting-room.ts';

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

/** Where an item was: in which message, and its place in the payload. */
interface Origin {
  readonly message: number;
  readonly index: number | null;
}

/** A valid reading. */
interface Found extends Origin {
  readonly kind: TelemetryKind;
  readonly reading: ReadingOf[TelemetryKind];
}

/** Takes in what a device sends: bad items are told, and the good ones are kept. */
export class IngestTelemetry {
  constructor(
    private readonly commits: GroupCommit,
    private readonly sectors: KnownSectors,
    private readonly clock: Clock,
    private readonly room = new WaitingRoom(),
  ) {}

  /** Readings that wait for their transaction, for metrics. */
  get backlog(): number {
    return this.commits.queued;
  }

  /**
   * Resolves after the commit of everything that is valid in `payload`; under load it waits before it looks into the
   * payload. To send the same again is safe.
   * @throws DatabaseUnavailable when the database is away; nothing is acknowledged then
   */
  async execute(device: DeviceContext, kind: TelemetryKind, payload: Uint8Array): Promise<IngestReport> {
    const [report] = await this.executeAll(device, [{ kind, payload }]);
    return report as IngestReport;
  }

  /** The same for several messages of one device, in their order and in one go: all of them are kept, or it throws. */
  async executeAll(
    device: DeviceContext,
    messages: readonly TelemetryMessage[],
  ): Promise<readonly IngestReport[]> {
    let bytes = 0;
    for (const { payload } of messages) bytes += payload.length;
    const leave = await this.room.enter(bytes, messages.length);
    try {
      return await this.#ingest(device, messages);
    } finally {
      leave();
    }
  }

  async #ingest(
    device: DeviceContext,
    messages: readonly TelemetryMessage[],
  ): Promise<readonly IngestReport[]> {
    const reports = new Reports(messages.length);
    const found = this.#read(messages, reports);
    const sectorIds = await this.#sectorsOf(device, found);
    const placed: PlacedReading[] = [];
    const origins: Found[] = [];
    for (const origin of found) {
      const { kind, reading } = origin;
      const sector = sectorOf(reading);
      const sectorId = sector === null ? device.sectorId : sectorIds.get(sector);
      if (sectorId === undefined) reports.refuse(origin, SECTOR_NOT_FOUND);
      else {
        placed.push({ kind, device, reading, sectorId } as PlacedReading);
        origins.push(origin);
      }
    }
    const refused = await this.commits.add(placed);
    origins.forEach((origin, i) => {
      const problem = refused.get(i);
      if (problem) reports.refuse(origin, problem);
      else reports.accept(origin);
    });
    return reports.all();
  }

  #read(messages: readonly TelemetryMessage[], reports: Reports): Found[] {
    const found: Found[] = [];
    const now = this.clock.now().getTime();
    messages.forEach(({ kind, payload }, message) => {
      const decoded = itemsOf(payload);
      if ('problem' in decoded) {
        reports.refuse({ message, index: null }, decoded.problem);
        return;
      }
      decoded.items.forEach((item, index) => {
        const read = readItem(kind, item, now);
        if ('problem' in read) reports.refuse({ message, index }, read.problem);
        else found.push({ message, index, kind, reading: read.reading });
      });
    });
    return found;
  }

  async #sectorsOf(device: DeviceContext, found: readonly Found[]): Promise<ReadonlyMap<string, string>> {
    const names = new Set<string>();
    for (const { reading } of found) {
      const sector = sectorOf(reading);
      if (sector !== null) names.add(sector);
    }
    return names.size === 0 ? new Map<string, string>() : this.sectors.resolve(device, names);
  }
}

/** What becomes of each message, filled in item by item. */
class Reports {
  readonly #reports: { accepted: number; problems: ItemProblem[] }[];

  constructor(messages: number) {
    this.#reports = Array.from({ length: messages }, () => ({ accepted: 0, problems: [] }));
  }

  accept({ message }: Origin): void {
    const report = this.#reports[message];
    if (report) report.accepted++;
  }

  refuse({ message, index }: Origin, problem: Problem): void {
    this.#reports[message]?.problems.push({ index, ...problem });
  }

  all(): readonly IngestReport[] {
    for (const { problems } of this.#reports)
      if (problems.length > 1) problems.sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
    return this.#reports;
  }
}

function sectorOf(reading: ReadingOf[TelemetryKind]): string | null {
  return 'sector' in reading ? reading.sector : null;
}
