import type { SharedClock } from '@furrow/kernel';
import type { MediaObjects } from './media-objects.ts';
import type { CondemnedObject, MediaRegister } from './media-register.ts';

const DAY_MS = 24 * 3_600_000;
const BATCH = 100;

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
    await this.register.condemnOlderThan(await this.#aDayAgo());
    let [removed, failed] = [0, 0];
    let last: CondemnedObject | undefined;
    for (;;) {
      const batch = await this.register.condemnedAfter(last, BATCH);
      if (batch.length === 0) return { removed, failed };
      for (const object of batch) {
        if (await this.#removed(object)) removed++;
        else failed++;
      }
      last = batch.at(-1);
    }
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
