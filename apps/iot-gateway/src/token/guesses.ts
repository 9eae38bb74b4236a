import { RateLimited, TokenBuckets } from '@furrow/http';
import { Config } from '@furrow/platform';
import { Injectable } from '@nestjs/common';

/** Wrong secrets a second: a fleet that reconnects brings right ones, and is not held up by this. */
const PER_ADDRESS = 10;
/** Of one device from one address, or somebody elsewhere could keep a device out. */
const PER_DEVICE = 1;
const PER_DEVICE_BURST = 10;

/** Whoever guesses secrets is soon told to wait. */
@Injectable()
export class Guesses {
  readonly #addresses: TokenBuckets | undefined;
  readonly #devices: TokenBuckets | undefined;

  constructor(config: Config) {
    if (config.rateLimitPerSecond === 0) return;
    this.#addresses = new TokenBuckets(PER_ADDRESS, { burst: 10 * PER_ADDRESS });
    this.#devices = new TokenBuckets(PER_DEVICE, { burst: PER_DEVICE_BURST });
  }

  /**
   * Before a secret is looked at. Of one device each try counts until it proves right, so that many at once are no way
   * around; of an address only what proved wrong, for a whole fleet may stand behind it.
   * @throws RateLimited after too many wrong ones
   */
  check(address: string, deviceId: string): void {
    const all = this.#addresses?.wait(address) ?? 0;
    if (all > 0) throw new RateLimited('address', all);
    const device = this.#devices?.take(keyOf(address, deviceId)) ?? 0;
    if (device > 0) throw new RateLimited('device', device);
  }

  right(address: string, deviceId: string): void {
    this.#devices?.giveBack(keyOf(address, deviceId));
  }

  wrong(address: string): void {
    this.#addresses?.take(address);
  }
}

function keyOf(address: string, deviceId: string): string {
  return `${address} ${deviceId}`;
}
