import { Config } from '@furrow/config';
import { Injectable } from '@nestjs/common';
import { Buckets } from '../buckets.ts';

/** Whose readings are counted. */
export interface CountedDevice {
  readonly companyId: string;
  readonly deviceId: string;
}

export type RateLimitName = 'IOT_DEVICE_RATE' | 'IOT_COMPANY_RATE';

/** The limit that delays a device, and for how long. */
export interface Wait {
  readonly limit: RateLimitName;
  readonly rate: number;
  readonly ms: number;
}

const MAX_BUCKETS = 200_000;

/**
 * Readings a second, per device and per company, in this process. What exceeded the bucket is waited for before the next
 * message: the gateway reads a device above its rate more slowly, and the API refuses its uplinks for that long.
 */
@Injectable()
export class ReadingRates {
  readonly #devices: Rate;
  readonly #companies: Rate;

  constructor(config: Config) {
    this.#devices = new Rate(config.iot.deviceRate);
    this.#companies = new Rate(config.iot.companyRate);
  }

  get areLimited(): boolean {
    return this.#devices.perSecond > 0 || this.#companies.perSecond > 0;
  }

  /** What the device has to wait for before its next message; undefined if nothing. */
  waitOf({ deviceId, companyId }: CountedDevice): Wait | undefined {
    const device = this.#devices.wait(deviceId);
    const company = this.#companies.wait(companyId);
    if (device === 0 && company === 0) return undefined;
    return device >= company
      ? { limit: 'IOT_DEVICE_RATE', rate: this.#devices.perSecond, ms: device }
      : { limit: 'IOT_COMPANY_RATE', rate: this.#companies.perSecond, ms: company };
  }

  take({ deviceId, companyId }: CountedDevice, readings: number): void {
    this.#devices.take(deviceId, readings);
    this.#companies.take(companyId, readings);
  }
}

/** One second's worth of tokens by key. A bucket that owes tokens is waited for until it has one again. */
class Rate {
  readonly #buckets: Buckets;

  constructor(readonly perSecond: number) {
    this.#buckets = new Buckets(perSecond, perSecond, { max: MAX_BUCKETS });
  }

  /** @returns milliseconds */
  wait(key: string): number {
    if (this.perSecond === 0) return 0;
    const { tokens } = this.#buckets.of(key);
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) / this.perSecond) * 1_000));
  }

  take(key: string, count: number): void {
    if (this.perSecond > 0) this.#buckets.of(key).tokens -= count;
  }
}
