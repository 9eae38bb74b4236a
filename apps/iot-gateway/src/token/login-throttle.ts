import { addressKey, RateLimited, TokenBuckets } from '@furrow/http';
import { Config } from '@furrow/platform';
import { Injectable } from '@nestjs/common';

/** Of one key, `rate` a second and `burst` at once. */
interface Rate {
  readonly rate: number;
  readonly burst: number;
}

/** Wrong secrets that are told to be wrong; beyond it whoever brings one is told to wait. */
const TOLD: Readonly<Record<'address' | 'device', Rate>> = {
  address: { rate: 10, burst: 100 },
  device: { rate: 1, burst: 10 },
};
/**
 * Wrong secrets that are looked at; beyond it none is, whether right or wrong. What is being looked at counts until it
 * proves right, so the burst of an address is more than a fleet behind it that comes back all at once.
 */
const COMPARED: typeof TOLD = {
  address: { rate: 200, burst: 10_000 },
  device: { rate: 10, burst: 100 },
};

/** A secret that is being looked at. */
export interface LoginAttempt {
  /** It says nothing about guessing: it was right, or could not be looked at. */
  forget(): void;
  /** @throws RateLimited instead of the refusal, where there were too many wrong ones */
  wrong(): void;
}

/**
 * Whoever guesses secrets is soon told to wait, by address and by device behind an address, never by device alone:
 * somebody elsewhere could keep it out. A right secret passes nevertheless, for good devices stand behind the address of
 * a carrier together with broken ones. Far beyond that limit nothing is looked at any more, so that guessing stays
 * bounded and so does its cost.
 */
@Injectable()
export class LoginThrottle {
  readonly #told: Limits | undefined;
  readonly #compared: Limits | undefined;

  constructor(config: Config) {
    if (config.rateLimitPerSecond === 0) return;
    this.#told = new Limits(TOLD);
    this.#compared = new Limits(COMPARED);
  }

  /**
   * Before a secret is looked at, which counts as wrong until it proves otherwise: many at once are no way around.
   * @throws RateLimited
   */
  begin(address: string | undefined, deviceId: string): LoginAttempt {
    const by = { address: addressKey(address), device: `${addressKey(address)} ${deviceId}` };
    this.#compared?.take(by);
    return {
      forget: () => this.#compared?.giveBack(by),
      wrong: () => this.#told?.take(by),
    };
  }
}

type Keys = Readonly<Record<'address' | 'device', string>>;

class Limits {
  readonly #address: TokenBuckets;
  readonly #device: TokenBuckets;

  constructor({ address, device }: typeof TOLD) {
    this.#address = new TokenBuckets(address.rate, address);
    this.#device = new TokenBuckets(device.rate, device);
  }

  /** @throws RateLimited */
  take({ address, device }: Keys): void {
    // First, or an address that is refused could make up devices and push out the buckets of others.
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
