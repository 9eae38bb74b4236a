import type { KeyObject } from 'node:crypto';

/** What is accepted, pinned here and never taken from a token. */
export const ALGORITHMS = ['RS256', 'ES256'] as const;

/** The public keys of one issuer. */
export interface VerificationKeys {
  /**
   * @param kid as the token's header says; without one the issuer's only key is meant
   * @returns undefined when the issuer has no such key
   * @throws IdentityProviderUnavailable when that cannot be known
   */
  find(kid: string | undefined): Promise<KeyObject | undefined>;
}

/** Whose JWTs are accepted. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: VerificationKeys;
}
