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
    const leave = await this.room.enter(payload.length);
    try {
      return await this.#ingest(device, kind, payload);
    } finally {
      leave();
    }
  }

  async #ingest(device: DeviceContext, kind: TelemetryKind, payload: Uint8Array): Promise<IngestReport> {
    const decoded = itemsOf(payload);
    if ('problem' in decoded) return { accepted: 0, problems: [{ index: null, ...decoded.problem }] };

    const problems: ItemProblem[] = [];
    const indexes: number[] = [];
    const readings: ReadingOf[TelemetryKind][] = [];
    const now = this.clock.now().getTime();
    decoded.items.forEach((item, index) => {
      const read = readItem(kind, item, now);
      if ('problem' in read) problems.push({ index, ...read.problem });
      else {
        readings.push(read.reading);
        indexes.push(index);
      }
    });

    const sectorIds = await this.#sectorsOf(device, readings);
    const placed: PlacedReading[] = [];
    const places: number[] = [];
    readings.forEach((reading, i) => {
      const index = indexes[i] as number;
      const sector = sectorOf(reading);
      const sectorId = sector === null ? device.sectorId : sectorIds.get(sector);
      if (sectorId === undefined) problems.push({ index, ...SECTOR_NOT_FOUND });
      else {
        placed.push({ kind, device, reading, sectorId } as PlacedReading);
        places.push(index);
      }
    });

    const refused = await this.commits.add(placed);
    for (const [i, problem] of refused) problems.push({ index: places[i] as number, ...problem });
    problems.sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
    return { accepted: placed.length - refused.size, problems };
  }

  async #sectorsOf(
    device: DeviceContext,
    readings: readonly ReadingOf[TelemetryKind][],
  ): Promise<ReadonlyMap<string, string>> {
    const names = new Set<string>();
    for (const reading of readings) {
      const sector = sectorOf(reading);
      if (sector !== null) names.add(sector);
    }
    return names.size === 0 ? new Map<string, string>() : this.sectors.resolve(device, names);
  }
}

function sectorOf(reading: ReadingOf[TelemetryKind]): string | null {
  return 'sector' in reading ? reading.sector : null;
}
