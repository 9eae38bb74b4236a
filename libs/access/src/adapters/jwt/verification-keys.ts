import type { KeyObject } from 'node:crypto';

/** The accepted algorithms, fixed here and never taken from a token. */
export const ALGORITHMS = ['RS256', 'ES256'] as const;

/** The public keys of one issuer. */
export interface VerificationKeys {
  /**
   * @param kid from the token's header; without one, the issuer's only key is meant
   * @returns undefined if the issuer has no such key
   * @throws IdentityProviderUnavailable if that cannot be known
   */
  find(kid: string | undefined): Promise<KeyObject | undefined>;
}

/** An issuer whose JWTs are accepted. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: VerificationKeys;
}
