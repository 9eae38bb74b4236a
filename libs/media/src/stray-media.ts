import type { Clock } from '@furrow/kernel';
import { companyOfKey } from './media-key.ts';
import type { MediaObjects, StoredObject } from './media-objects.ts';
import type { MediaRegister } from './media-register.ts';

export interface StrayCount {
  /** The number of objects examined. */
  readonly objects: number;
  /** Those of them without a row in the database. */
  readonly strays: number;
}

export interface SweptStrays extends StrayCount {
  readonly removed: number;
  /** Strays that are too recent to be removed. */
  readonly young: number;
  /** Strays that could not be removed. */
  readonly failed: number;
}

/**
 * Finds objects without a row: those stored after the dump from which a database was restored. The sweep of a running
 * service never sees them, because it goes by rows, and must not: with the wrong database it would remove every photo.
 * So an operator runs it.
 *
 * An upload commits its row before it writes its object, and here an object is listed before its row is looked for: so
 * an object without a row is a stray, whatever is being uploaded meanwhile.
 */
export class StrayMedia {
  constructor(
    private readonly register: MediaRegister,
    private readonly objects: MediaObjects,
    private readonly clock: Clock,
  ) {}

  /** @param atMost stops soon after so many objects */
  async count(atMost = Infinity): Promise<StrayCount> {
    const count = { objects: 0, strays: 0 };
    for await (const { objects, strays } of this.#batches()) {
      count.objects += objects;
      count.strays += strays.length;
      if (count.objects >= atMost) break;
    }
    return count;
  }

  /** Removes strays that were stored more than `age` milliseconds ago. */
  async sweep(age: number): Promise<SweptStrays> {
    const swept = { objects: 0, strays: 0, removed: 0, young: 0, failed: 0 };
    const before = this.clock.now().getTime() - age;
    for await (const { objects, strays } of this.#batches()) {
      swept.objects += objects;
      swept.strays += strays.length;
      for (const { key, storedAt } of strays) {
        if (storedAt.getTime() > before) swept.young++;
        else if (await this.#removed(key)) swept.removed++;
        else swept.failed++;
      }
    }
    return swept;
  }

  async *#batches(): AsyncGenerator<{ objects: number; strays: StoredObject[] }> {
    for await (const stored of this.objects.all()) {
      const strays: StoredObject[] = [];
      let objects = 0;
      // Files that are not named by one of our keys are left alone.
      for (const [companyId, own] of Map.groupBy(stored, ({ key }) => companyOfKey(key))) {
        if (companyId === undefined) continue;
        objects += own.length;
        const known = await this.register.known(
          companyId,
          own.map(({ key }) => key),
        );
        strays.push(...own.filter(({ key }) => !known.has(key)));
      }
      yield { objects, strays };
    }
  }

  async #removed(key: string): Promise<boolean> {
    try {
      await this.objects.remove(key);
      return true;
    } catch {
      return false;
    }
  }
}
