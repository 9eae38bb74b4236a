import type { DueDevice } from '../alert-ports.ts';

/** Devices that wait, of which companies take turns; within one the first that was added comes first. */
export class DeviceTurns {
  /** In the order of the companies' next turns; none is empty. */
  readonly #companies = new Map<string, DueDevice[]>();

  add(device: DueDevice): void {
    const waiting = this.#companies.get(device.companyId);
    if (waiting) waiting.push(device);
    else this.#companies.set(device.companyId, [device]);
  }

  /** @returns undefined if none waits, or the next one does not fit */
  take(fits: (device: DueDevice) => boolean = () => true): DueDevice | undefined {
    const [turn] = this.#companies;
    if (turn === undefined) return undefined;
    const [companyId, waiting] = turn;
    const [device] = waiting;
    if (device === undefined || !fits(device)) return undefined;
    waiting.shift();
    this.#companies.delete(companyId);
    if (waiting.length > 0) this.#companies.set(companyId, waiting);
    return device;
  }
}
