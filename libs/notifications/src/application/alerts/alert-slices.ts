import { Turns } from '@furrow/concurrency';
import { MAX_ALERTS_OF_DEVICE } from '../../domain/index.ts';
import type { AlertSlice, DueDevice } from '../alert-ports.ts';

/** The rules of a slice of several devices. */
const RULES = 500;
/** The rules of a slice of one device; of more, those that are furthest behind come first. */
const RULES_OF_DEVICE = MAX_ALERTS_OF_DEVICE;
/** The rules of a slice times the readings of their device, which take a few milliseconds. */
export const MAX_EVALUATIONS = 10_000;
/** The readings of a slice, of all its devices. */
const READINGS = 5_000;
/** The readings of one device in a slice. */
const READINGS_OF_DEVICE = 500;

/**
 * Divides work into slices of a bounded size. Devices share one, as most have a few readings and rules. A device that has
 * more, or whose evaluation failed, gets slices of its own, which alternate with the others: with many readings in each, so
 * that few of the changes of a rule that flaps are reported.
 */
export class AlertSlices {
  readonly #together = new Turns<DueDevice>();
  readonly #alone = new Turns<DueDevice>();
  #wasAlone = true;

  /** @param due those that have waited for longest come first within their company */
  constructor(due: readonly DueDevice[]) {
    const oldestFirst = due.toSorted((a, b) => a.through.getTime() - b.through.getTime());
    for (const device of oldestFirst) {
      const isAlone = device.failures > 0 || device.rules > RULES_OF_DEVICE;
      (isAlone ? this.#alone : this.#together).add(device.companyId, device);
    }
  }

  /** Devices that have more than fitted into their slice. */
  addRest(devices: readonly DueDevice[]): void {
    for (const device of devices) this.#alone.add(device.companyId, device);
  }

  /** @returns undefined if nothing is left */
  next(): AlertSlice | undefined {
    const devices = this.#wasAlone ? this.#several() : this.#one();
    this.#wasAlone = !this.#wasAlone;
    if (devices.length > 0) return sliceOf(devices);
    const others = this.#wasAlone ? this.#several() : this.#one();
    return others.length > 0 ? sliceOf(others) : undefined;
  }

  #one(): DueDevice[] {
    const device = this.#alone.take();
    return device ? [device] : [];
  }

  #several(): DueDevice[] {
    const devices: DueDevice[] = [];
    let rules = 0;
    const fits = (device: DueDevice) => rules + device.rules <= RULES;
    for (let next = this.#together.take(fits); next; next = this.#together.take(fits)) {
      devices.push(next);
      rules += next.rules;
    }
    return devices;
  }
}

function sliceOf(devices: readonly DueDevice[]): AlertSlice {
  const watching = devices.reduce((sum, device) => sum + device.rules, 0);
  const rules = devices.length === 1 ? Math.min(watching, RULES_OF_DEVICE) : watching;
  const readings = Math.min(READINGS_OF_DEVICE, MAX_EVALUATIONS / rules, READINGS / devices.length);
  return { devices, rules, readings: Math.floor(readings) };
}
