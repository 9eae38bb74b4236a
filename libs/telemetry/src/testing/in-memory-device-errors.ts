import type { DeviceErrors, DeviceErrorStore } from '../application/ports.ts';

export class InMemoryDeviceErrors implements DeviceErrorStore {
  /** Stores nothing, if a test sets it. */
  isAway = false;
  #kept = new Map<string, DeviceErrors>();

  async add(errors: readonly DeviceErrors[]): Promise<readonly DeviceErrors[]> {
    if (this.isAway) return errors;
    for (const one of errors) {
      const key = JSON.stringify([one.companyId, one.deviceId, one.hour]);
      const before = this.#kept.get(key);
      const last = before && before.lastAt > one.lastAt ? before : one;
      this.#kept.set(key, { ...last, count: (before?.count ?? 0) + one.count });
    }
    return [];
  }

  async ofHours(
    companyId: string,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<readonly DeviceErrors[]> {
    const rank = ({ deviceId, hour }: DeviceErrors) => `${deviceId}\0${hour.toISOString()}`;
    return [...this.#kept.values()]
      .filter((one) => one.companyId === companyId && one.hour >= from && one.hour < to)
      .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }

  async removeBefore(instant: Date): Promise<number> {
    const before = this.#kept.size;
    this.#kept = new Map([...this.#kept].filter(([, { hour }]) => hour >= instant));
    return before - this.#kept.size;
  }
}
