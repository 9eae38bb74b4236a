import { Config } from '@furrow/platform';
import { Injectable } from '@nestjs/common';
import type { DeviceContext } from '@furrow/telemetry';

export type RateLimitName = 'IOT_DEVICE_RATE' | 'IOT_COMPANY_RATE';

/** The limit that delays a device, and for how long. */
export interface Wait {
  readonly limit: RateLimitName;
  readonly rate: number;
  readonly ms: number;
}

const OPEN_BRACE = 0x7b;
const MAX_BUCKETS = 200_000;

/**
 * Readings a second, per device and per company. A device above its rate is read more slowly and loses nothing:
 * readings that exceeded the bucket are waited for before the next message.
 */
@Injectable()
export class ReadingRates {
  readonly #devices: Buckets;
  readonly #companies: Buckets;

  constructor(config: Config) {
    this.#devices = new Buckets(config.iot.deviceRate);
    this.#companies = new Buckets(config.iot.companyRate);
  }

  get areLimited(): boolean {
    return this.#devices.rate > 0 || this.#companies.rate > 0;
  }

  /** What the device has to wait for before its next message; undefined if nothing. */
  waitOf({ deviceId, companyId }: DeviceContext): Wait | undefined {
    const device = this.#devices.wait(deviceId);
    const company = this.#companies.wait(companyId);
    if (device === 0 && company === 0) return undefined;
    return device >= company
      ? { limit: 'IOT_DEVICE_RATE', rate: this.#devices.rate, ms: device }
      : { limit: 'IOT_COMPANY_RATE', rate: this.#companies.rate, ms: company };
  }

  take({ deviceId, companyId }: DeviceContext, payload: Uint8Array): void {
    const readings = countOf(payload);
    this.#devices.take(deviceId, readings);
    this.#companies.take(companyId, readings);
  }
}

/** An estimate of the readings of a payload: items are flat objects. */
function countOf(payload: Uint8Array): number {
  let count = 0;
  for (let at = payload.indexOf(OPEN_BRACE); at >= 0; at = payload.indexOf(OPEN_BRACE, at + 1)) count++;
  return Math.min(Math.max(count, 1), 1_000);
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Buckets with one second's worth of tokens. A bucket may become negative, and is waited for until it is positive
 * again.
 */
class Buckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(readonly rate: number) {}

  /** @returns milliseconds */
  wait(key: string): number {
    if (this.rate === 0) return 0;
    const { tokens } = this.#filled(key);
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) / this.rate) * 1_000));
  }

  take(key: string, count: number): void {
    if (this.rate > 0) this.#filled(key).tokens -= count;
  }

  #filled(key: string): Bucket {
    const now = performance.now();
    const bucket = this.#buckets.get(key) ?? { tokens: this.rate, at: now };
    bucket.tokens = Math.min(this.rate, bucket.tokens + ((now - bucket.at) / 1_000) * this.rate);
    bucket.at = now;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > MAX_BUCKETS) this.#buckets.delete(this.#buckets.keys().next().value ?? '');
    return bucket;
  }
}
