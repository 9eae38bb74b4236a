import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const NO_HASH = new Uint8Array(32);

/**
 * 256 random bits as 43 characters of base64url. They cannot be guessed, so one round of SHA-256 is enough to store
 * them.
 */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The SHA-256 of a secret, which is all that is stored of it. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/**
 * Takes the same time whether the first byte differs, the last, or none, and also without a stored secret
 * (`undefined`).
 */
export function secretMatches(secret: string, expected: Uint8Array | undefined): boolean {
  const equal = timingSafeEqual(hashSecret(secret), expected ?? NO_HASH);
  return equal && expected !== undefined;
}
