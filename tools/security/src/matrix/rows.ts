/** Who asks. */
export const ROWS = [
  'own',
  'other company',
  'other owner',
  'no scope',
  'revoked',
  'expired',
  'malformed',
  'wrong issuer',
  'wrong audience',
  'alg: none',
  'HS256 with the public key',
  'other kid',
  'another key',
  'another kind',
  'no credential',
] as const;
export type Row = (typeof ROWS)[number];

/** A status, and the code beside it where there is a body. */
export type Refused = readonly [status: number, code: string];

/**
 * What a credential must lead to: `own` what its owner gets, `foreign` and `other` what the request says of those whose
 * things it does not name, or a refusal that is the same for every request.
 */
export type Outcome = 'own' | 'foreign' | 'other' | Refused;

/** How a request is made by somebody: headers to send, or another path and body where the credential is in there. */
export interface Disguise {
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly body?: object;
  readonly outcome: Outcome;
  /** Where a row is tried in several ways. */
  readonly by?: string;
}

/** Rows that mean nothing to a kind of credential are missing. */
export type Disguises = Readonly<Partial<Record<Row, readonly Disguise[]>>>;

export const INVALID: Refused = [401, 'invalid_token'];
export const EXPIRED: Refused = [401, 'token_expired'];
export const NOBODY: Refused = [401, 'unauthenticated'];
