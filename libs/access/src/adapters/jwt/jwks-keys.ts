import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Clock } from '@furrow/kernel';
import jwksRsa from 'jwks-rsa';
import { IdentityProviderUnavailable } from '../../domain/errors.ts';
import { ALGORITHMS, type VerificationKeys } from './verification-keys.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** The endpoint is asked again after this long, so a withdrawn key dies. */
const FRESH = 10 * MINUTE;
/** Keys outlive an endpoint that is down by this much. */
const LASTING = 60 * MINUTE;
const TIMEOUT = 5 * SECOND;
/** Made-up key ids must not turn this service against its identity provider: so many fetches, then one per refill. */
const BURST = 5;
const REFILL = 10 * SECOND;

interface KeySet {
  readonly byKid: ReadonlyMap<string | undefined, KeyObject>;
  readonly since: number;
}

/**
 * An issuer's keys from its JWKS endpoint. A key id that is not known yet is looked for at once, so a rotation needs
 * no restart. The whole set is kept rather than single keys: a flood of unknown ids cannot push a good key out.
 */
export class JwksKeys implements VerificationKeys {
  readonly #client: jwksRsa.JwksClient;
  #set: KeySet | undefined;
  #fetching: Promise<void> | undefined;
  #allowance = BURST;
  #allowanceAt = 0;

  constructor(
    jwksUri: string,
    private readonly clock: Clock,
  ) {
    this.#client = new jwksRsa.JwksClient({ jwksUri, cache: false, rateLimit: false, fetcher: fetchJson });
  }

  async find(kid: string | undefined): Promise<KeyObject | undefined> {
    const known = this.#pick(kid);
    if (known !== undefined && this.#age() < FRESH) return known;
    try {
      await this.#refresh();
    } catch (error) {
      if (known !== undefined && this.#age() < LASTING) return known;
      throw new IdentityProviderUnavailable(error);
    }
    return this.#pick(kid);
  }

  #pick(kid: string | undefined): KeyObject | undefined {
    const keys = this.#set?.byKid;
    if (keys === undefined) return undefined;
    if (kid !== undefined) return keys.get(kid);
    return keys.size === 1 ? [...keys.values()][0] : undefined;
  }

  #age(): number {
    return this.#set === undefined ? Infinity : Math.abs(this.#now() - this.#set.since);
  }

  /** Fetches, but for a set that is fresh only while the allowance lasts. */
  async #refresh(): Promise<void> {
    if (this.#fetching === undefined) {
      if (!this.#takeAllowance()) {
        if (this.#age() < FRESH) return;
        throw new Error('The JWKS endpoint was asked too often for now');
      }
      this.#fetching = this.#fetch().finally(() => (this.#fetching = undefined));
    }
    return this.#fetching;
  }

  async #fetch(): Promise<void> {
    const keys = await this.#client.getSigningKeys();
    const usable = keys
      // A key may leave its algorithm out, whatever the typings say.
      .filter(
        ({ alg }: { alg?: string }) => alg === undefined || (ALGORITHMS as readonly string[]).includes(alg),
      )
      .map((key) => [key.kid, createPublicKey(key.getPublicKey())] as const);
    this.#set = { byKid: new Map(usable), since: this.#now() };
  }

  #takeAllowance(): boolean {
    const elapsed = Math.abs(this.#now() - this.#allowanceAt);
    this.#allowance = Math.min(BURST, this.#allowance + elapsed / REFILL);
    this.#allowanceAt = this.#now();
    if (this.#allowance < 1) return false;
    this.#allowance -= 1;
    return true;
  }

  #now(): number {
    return this.clock.now().getTime();
  }
}

async function fetchJson(uri: string): Promise<{ keys: unknown }> {
  const answer = await fetch(uri, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!answer.ok) throw new Error(`The JWKS endpoint answered ${answer.status}`);
  return (await answer.json()) as { keys: unknown };
}
