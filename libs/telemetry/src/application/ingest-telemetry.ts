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

const NO_SECTORS: ReadonlyMap<string, string> = new Map();

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
    const turn = this.room.enter(bytes, messages.length);
    if (turn) await turn;
    try {
      const reports = new Reports(messages.length);
      const found = this.#read(messages, reports);
      const names = sectorsIn(found);
      const sectorIds = names ? await this.sectors.resolve(device, names) : NO_SECTORS;
      const { placed, origins } = placedAt(device, found, sectorIds, reports);
      for (const [index, problem] of await this.commits.add(placed))
        reports.withdraw(origins[index] as Found, problem);
      return reports.all();
    } finally {
      this.room.leave(bytes, messages.length);
    }
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
}

/** What becomes of each message, filled in item by item. */
class Reports {
  readonly #reports: { accepted: number; problems: ItemProblem[] }[] = [];

  constructor(messages: number) {
    for (let i = 0; i < messages; i++) this.#reports.push({ accepted: 0, problems: [] });
  }

  accept({ message }: Origin): void {
    this.#of(message).accepted++;
  }

  refuse({ message, index }: Origin, problem: Problem): void {
    this.#of(message).problems.push({ index, ...problem });
  }

  /** An item that was accepted is not kept after all. */
  withdraw(origin: Origin, problem: Problem): void {
    this.#of(origin.message).accepted--;
    this.refuse(origin, problem);
  }

  all(): readonly IngestReport[] {
    for (const { problems } of this.#reports)
      if (problems.length > 1) problems.sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
    return this.#reports;
  }

  #of(message: number) {
    return this.#reports[message] as { accepted: number; problems: ItemProblem[] };
  }
}

/** Puts readings where they say they belong, or else where their device stands. */
function placedAt(
  device: DeviceContext,
  found: readonly Found[],
  sectorIds: ReadonlyMap<string, string>,
  reports: Reports,
): { readonly placed: readonly PlacedReading[]; readonly origins: readonly Found[] } {
  const placed: PlacedReading[] = [];
  const origins: Found[] = [];
  for (const origin of found) {
    const { kind, reading } = origin;
    const sector = sectorOf(reading);
    const sectorId = sector === null ? device.sectorId : sectorIds.get(sector);
    if (sectorId === undefined) {
      reports.refuse(origin, SECTOR_NOT_FOUND);
      continue;
    }
    placed.push({ kind, device, reading, sectorId } as PlacedReading);
    origins.push(origin);
    reports.accept(origin);
  }
  return { placed, origins };
}

/** Names of sectors that readings state; undefined where none does, as weather never does. */
function sectorsIn(found: readonly Found[]): ReadonlySet<string> | undefined {
  let names: Set<string> | undefined;
  for (const { reading } of found) {
    const sector = sectorOf(reading);
    if (sector !== null) (names ??= new Set()).add(sector);
  }
  return names;
}

function sectorOf(reading: ReadingOf[TelemetryKind]): string | null {
  return 'sector' in reading ? reading.sector : null;
}
