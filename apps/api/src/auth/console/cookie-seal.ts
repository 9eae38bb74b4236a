import { hkdf } from 'node:crypto';
import { promisify } from 'node:util';
import { InvalidToken, TokenExpired } from '@furrow/access/domain';
import type { Clock } from '@furrow/kernel';
import { type Config, SharedSecret } from '@furrow/config';
import type { JWTPayload } from 'jose';

/** The purpose of a cookie; one is never accepted for the other. */
export type Purpose = 'console-session' | 'console-sign-in';

const ALGORITHM = 'dir';
const ENCRYPTION = 'A256GCM';
const KEY_BYTES = 32;
/** The first key encrypts. */
type Keyring = readonly [Uint8Array, ...Uint8Array[]];
/** Longer than any cookie of ours. */
const MAX_LENGTH = 3_500;

/**
 * Encrypts the content of cookies, so that browsers can neither read nor change it. The first key encrypts and all keys
 * decrypt: a new key in front replaces the old one without signing anybody out.
 */
export class CookieSeal {
  readonly #development: SharedSecret;
  #keys: Promise<Keyring> | undefined;

  constructor(
    private readonly config: Pick<Config, 'home' | 'console'>,
    private readonly clock: Clock,
  ) {
    this.#development = new SharedSecret(config.home, 'console-cookie', undefined);
  }

  async seal(purpose: Purpose, claims: JWTPayload, expiresAt: Date): Promise<string> {
    const { EncryptJWT } = await import('jose');
    const [key] = await this.#keyring();
    return new EncryptJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION })
      .setAudience(purpose)
      .setExpirationTime(expiresAt)
      .encrypt(key);
  }

  /** @throws InvalidToken | TokenExpired */
  async open(purpose: Purpose, text: string): Promise<JWTPayload> {
    if (text.length > MAX_LENGTH) throw new InvalidToken();
    for (const key of await this.#keyring()) {
      const claims = await this.#openWith(key, purpose, text);
      if (claims !== undefined) return claims;
    }
    throw new InvalidToken();
  }

  /** @returns undefined for another key @throws TokenExpired */
  async #openWith(key: Uint8Array, purpose: Purpose, text: string): Promise<JWTPayload | undefined> {
    const { errors, jwtDecrypt } = await import('jose');
    try {
      const { payload } = await jwtDecrypt(text, key, {
        keyManagementAlgorithms: [ALGORITHM],
        contentEncryptionAlgorithms: [ENCRYPTION],
        audience: purpose,
        requiredClaims: ['exp'],
        currentDate: this.clock.now(),
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new TokenExpired();
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  async #keyring(): Promise<Keyring> {
    this.#keys ??= this.#derived();
    try {
      return await this.#keys;
    } catch (error) {
      this.#keys = undefined;
      throw error;
    }
  }

  async #derived(): Promise<Keyring> {
    const { cookieKeys } = this.config.console;
    const [first = await this.#development.text(), ...others] = cookieKeys;
    return [await derived(first), ...(await Promise.all(others.map(derived)))];
  }
}

async function derived(text: string): Promise<Uint8Array> {
  return new Uint8Array(await promisify(hkdf)('sha256', text, '', 'furrow console cookie', KEY_BYTES));
}
