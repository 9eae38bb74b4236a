import type { Clock } from '@furrow/kernel';
import { LRUCache } from 'lru-cache';
import type { DeviceContext, DeviceErrors, DeviceErrorStore } from '../ports.ts';

const HOUR_MS = 3_600_000;
/** Devices and hours that wait at most, a few megabytes. */
const MAX_WAITING = 10_000;

/**
 * Counts what is rejected of devices, in memory until it is written, because a device may send a thousand bad items at
 * once. Beyond the limit, the counts of the devices that were rejected the longest ago are given up.
 */
export class CountDeviceErrors {
  /** By device and hour. The option `max` would reserve memory for all of them at once. */
  readonly #waiting = new LRUCache<string, DeviceErrors>({ maxSize: MAX_WAITING, sizeCalculation: () => 1 });
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: DeviceErrorStore,
    private readonly clock: Clock,
  ) {}

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Counts what is being reported to a device. @param lastCode of the last of them */
  add({ companyId, deviceId }: DeviceContext, count: number, lastCode: string): void {
    const lastAt = this.clock.now();
    const hour = new Date(Math.floor(lastAt.getTime() / HOUR_MS) * HOUR_MS);
    this.#add({ companyId, deviceId, hour, count, lastCode, lastAt });
  }

  /**
   * Stores what was counted so far, one call after the other; while the database is away it waits for the next call.
   * @throws what else the store fails with; the counts are then given up
   */
  write(): Promise<void> {
    const written = this.#writing.then(() => this.#write());
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #write(): Promise<void> {
    const errors = [...this.#waiting.rvalues()].filter((one) => one !== undefined);
    this.#waiting.clear();
    for (const left of await this.store.add(errors)) this.#add(left);
  }

  #add(errors: DeviceErrors): void {
    const key = `${errors.companyId} ${errors.deviceId} ${errors.hour.getTime()}`;
    const before = this.#waiting.get(key);
    if (before === undefined) {
      this.#waiting.set(key, errors);
      return;
    }
    const last = errors.lastAt >= before.lastAt ? errors : before;
    this.#waiting.set(key, { ...last, count: before.count + errors.count });
  }
}
