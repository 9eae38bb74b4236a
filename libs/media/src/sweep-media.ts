import type { SharedClock } from '@furrow/kernel';
import type { MediaObjects } from './media-objects.ts';
import type { CondemnedObject, MediaRegister } from './media-register.ts';

const DAY_MS = 24 * 3_600_000;
const BATCH = 100;
/** A store that is away takes a time limit for each object: the next sweep continues there. */
const MOST_FAILURES = 100;

export interface SweptMedia {
  readonly removed: number;
  /** Left for the next sweep, because their objects could not be removed. */
  readonly failed: number;
}

/**
 * Removes what failed requests left behind a day ago or longer. A row is condemned first, then its object is removed,
 * then the row is deleted: wherever that stops, the next sweep continues, and a condemned object can no longer be kept.
 */
export class SweepMedia {
  /** Where the last sweep gave up. */
  #last: CondemnedObject | undefined;

  constructor(
    private readonly register: MediaRegister,
    private readonly objects: MediaObjects,
    private readonly clock: SharedClock,
  ) {}

  /** Unreferenced media, and those of them that a sweep should have removed. */
  async outstanding(): Promise<{ all: number; overdue: number }> {
    return this.register.unkept(await this.#aDayAgo());
  }

  async #aDayAgo(): Promise<Date> {
    return new Date((await this.clock.now()).getTime() - DAY_MS);
  }

  async execute(): Promise<SweptMedia> {
    let failed = await this.register.condemnOlderThan(await this.#aDayAgo());
    let [removed, failures] = [0, 0];
    for (;;) {
      const batch = await this.register.condemnedAfter(this.#last, BATCH);
      if (batch.length === 0) break;
      for (const object of batch) {
        this.#last = object;
        if (await this.#removed(object)) [removed, failures] = [removed + 1, 0];
        else [failed, failures] = [failed + 1, failures + 1];
        if (failures === MOST_FAILURES) return { removed, failed };
      }
    }
    this.#last = undefined;
    return { removed, failed };
  }

  async #removed(object: CondemnedObject): Promise<boolean> {
    try {
      await this.objects.remove(object.key);
      await this.register.strike(object);
      return true;
    } catch {
      return false;
    }
  }
}
