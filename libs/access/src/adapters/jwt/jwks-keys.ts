import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@furrow/kernel';
import jwksRsa from 'jwks-rsa';
import { LRUCache } from 'lru-cache';
import { IdentityProviderUnavailable } from '../../domain/errors.ts';
import { ALGORITHMS, type VerificationKeys } from './verification-keys.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** After this time the next request starts a fetch in the background and does not wait for it. */
const FRESH = 10 * MINUTE;
/**
 * A set that is older than this and has not been used since is refreshed before it is used: a key withdrawn meanwhile
 * must not admit anybody.
 */
const STALE = 2 * FRESH;
/** … for at most this long. */
const STALE_WAIT = SECOND;
/** For how long keys stay valid while the endpoint is down or hangs. */
const LASTING = 60 * MINUTE;
const TIMEOUT = 5 * SECOND;
/**
 * Made-up key ids must not make this service flood its identity provider: so many fetches at once, then one per refill.
 */
const BURST = 5;
const REFILL = 10 * SECOND;
/** A key id that the endpoint did not have, or could not be asked for, is not looked up again for this long. */
const COOLDOWN = 5 * SECOND;
const MAX_MISSING = 1_000;
const MAX_KID_LENGTH = 256;

interface KeySet {
  readonly byKid: ReadonlyMap<string | undefined, KeyObject>;
  readonly since: number;
}

/**
 * An issuer's keys from its JWKS endpoint. An unknown key id is looked up at once, so a rotation needs no restart;
 * requests with a known key do not wait for the endpoint. The whole set is cached rather than single keys, so that a
 * flood of unknown ids cannot evict a valid key.
 */
export class JwksKeys implements VerificationKeys {
  readonly #client: jwksRsa.JwksClient;
  #set: KeySet | undefined;
  #fetching: Promise<void> | undefined;
  /** When the last fetch failed; undefined if it succeeded. */
  #failedAt: number | undefined;
  #allowance = BURST;
  #allowanceAt = 0;
  /** Key ids that the endpoint did not have, and when it was asked. */
  readonly #missing = new LRUCache<string, number>({ max: MAX_MISSING });

  constructor(
    jwksUri: string,
    private readonly clock: Clock,
    timeoutMs = TIMEOUT,
  ) {
    const fetcher = (uri: string) => fetchJson(uri, timeoutMs);
    this.#client = new jwksRsa.JwksClient({ jwksUri, cache: false, rateLimit: false, fetcher });
  }

  async find(kid: string | undefined): Promise<KeyObject | undefined> {
    const known = this.#pick(kid);
    const age = this.#age();
    if (known !== undefined && age < FRESH) return known;
    if (known !== undefined && age < LASTING) {
      const refreshed = this.#refresh().catch(() => undefined);
      if (age < STALE || this.#failedAt !== undefined) return known;
      await Promise.race([refreshed, waited(STALE_WAIT)]);
      return this.#pick(kid);
    }
    return this.#look(kid, known !== undefined);
  }

  /** Before the endpoint's first answer every request waits. */
  async #look(kid: string | undefined, wasKnown: boolean): Promise<KeyObject | undefined> {
    if (kid !== undefined && this.#isMissing(kid)) return undefined;
    const before = this.#set;
    try {
      // Without any keys no request can be admitted, so the endpoint is asked as often as the allowance permits.
      if (before !== undefined && !wasKnown && this.#since(this.#failedAt) < COOLDOWN)
        throw new Error('The JWKS endpoint has just failed');
      await this.#refresh();
    } catch (error) {
      throw new IdentityProviderUnavailable(error);
    }
    const found = this.#pick(kid);
    if (found === undefined && kid !== undefined && this.#set !== before) this.#remember(kid);
    return found;
  }

  #pick(kid: string | undefined): KeyObject | undefined {
    const keys = this.#set?.byKid;
    if (keys === undefined) return undefined;
    if (kid !== undefined) return keys.get(kid);
    return keys.size === 1 ? [...keys.values()][0] : undefined;
  }

  #age(): number {
    return this.#since(this.#set?.since);
  }

  /** In milliseconds; a clock that is set back never makes an entry younger. */
  #since(instant: number | undefined): number {
    return instant === undefined ? Infinity : Math.abs(this.#now() - instant);
  }

  #isMissing(kid: string): boolean {
    if (this.#since(this.#missing.get(kid)) < COOLDOWN) return true;
    this.#missing.delete(kid);
    return false;
  }

  #remember(missing: string): void {
    if (missing.length > MAX_KID_LENGTH) return;
    this.#missing.set(missing, this.#now());
  }

  /** Fetches the set; while it is fresh, only as the allowance permits. */
  async #refresh(): Promise<void> {
    if (this.#fetching === undefined) {
      if (!this.#takeAllowance()) {
        if (this.#age() < FRESH) return;
        throw new Error('The JWKS endpoint was asked too often for now');
      }
      this.#fetching = this.#fetch()
        .then(
          () => void (this.#failedAt = undefined),
          (error: unknown) => {
            this.#failedAt = this.#now();
            throw error;
          },
        )
        .finally(() => (this.#fetching = undefined));
    }
    return this.#fetching;
  }

  async #fetch(): Promise<void> {
    const keys = await this.#client.getSigningKeys();
    const usable = keys
      // A key may omit its algorithm, whatever the typings say.
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

const waited = (ms: number) => sleep(ms, undefined, { ref: false });

async function fetchJson(uri: string, timeoutMs: number): Promise<{ keys: unknown }> {
  const answer = await fetch(uri, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`The JWKS endpoint answered ${answer.status}`);
  return (await answer.json()) as { keys: unknown };
}
