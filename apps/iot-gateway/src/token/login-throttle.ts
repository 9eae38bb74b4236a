import { RateLimited } from '@furrow/http';
import { addressKey, TokenBuckets } from '@furrow/http/limits';
import { Config } from '@furrow/config';
import { Injectable } from '@nestjs/common';

/** For one key, `rate` a second and `burst` at once. */
interface Rate {
  readonly rate: number;
  readonly burst: number;
}

/** The limit of wrong secrets that are answered as such; beyond it they are rate-limited. */
const WRONG: Readonly<Record<'address' | 'device', Rate>> = {
  address: { rate: 10, burst: 100 },
  device: { rate: 1, burst: 10 },
};
/**
 * The limit of secrets that are compared; beyond it none is, right or wrong. A comparison counts as wrong until it
 * succeeds, so the burst of an address exceeds a whole fleet that reconnects at once.
 */
const COMPARED: typeof WRONG = {
  address: { rate: 200, burst: 10_000 },
  device: { rate: 10, burst: 100 },
};

/** A comparison in progress. */
export interface LoginAttempt {
  /** Does not count: the secret was right, or could not be compared. */
  forget(): void;
  /** @throws RateLimited instead of the refusal after too many wrong ones */
  wrong(): void;
}

/**
 * Limits guessing of secrets by address and by device behind an address, never by device alone, because an attacker
 * elsewhere could lock it out. A right secret still passes, because working devices share a carrier's address with
 * broken ones. Far beyond that limit nothing is compared any more, which bounds both guessing and its cost.
 */
@Injectable()
export class LoginThrottle {
  readonly #wrong: Limits | undefined;
  readonly #compared: Limits | undefined;

  constructor(config: Config) {
    if (config.rateLimitPerSecond === 0) return;
    this.#wrong = new Limits(WRONG);
    this.#compared = new Limits(COMPARED);
  }

  /**
   * Called before a secret is compared, which counts as wrong until it succeeds: many at once do not bypass the limit.
   * @throws RateLimited
   */
  begin(address: string | undefined, deviceId: string): LoginAttempt {
    const by = { address: addressKey(address), device: `${addressKey(address)} ${deviceId}` };
    this.#compared?.take(by);
    return {
      forget: () => this.#compared?.giveBack(by),
      wrong: () => this.#wrong?.take(by),
    };
  }
}

type Keys = Readonly<Record<'address' | 'device', string>>;

class Limits {
  readonly #address: TokenBuckets;
  readonly #device: TokenBuckets;

  constructor({ address, device }: typeof WRONG) {
    this.#address = new TokenBuckets(address.rate, address);
    this.#device = new TokenBuckets(device.rate, device);
  }

  /** @throws RateLimited */
  take({ address, device }: Keys): void {
    // First, because a refused address could otherwise invent devices and evict the buckets of others.
    const ofAddress = this.#address.wait(address);
    if (ofAddress > 0) throw new RateLimited('address', ofAddress);
    const ofDevice = this.#device.take(device);
    if (ofDevice > 0) throw new RateLimited('device', ofDevice);
    this.#address.take(address);
  }

  giveBack({ address, device }: Keys): void {
    this.#device.giveBack(device);
    this.#address.giveBack(address);
  }
}
