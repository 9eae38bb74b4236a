/** The kinds of callers. */
export const ROWS = [
  ...(['own', 'other company', 'other owner', 'no scope', 'revoked', 'expired', 'malformed'] as const),
  ...(['wrong issuer', 'wrong audience', 'alg: none', 'HS256 with the public key', 'other kid'] as const),
  ...(['another key', 'another kind', 'no credential'] as const),
] as const;
export type Row = (typeof ROWS)[number];

/** A status, and the code in the body where there is one. */
export type Refused = readonly [status: number, code: string];

/**
 * The expected outcome for a caller: `own` as for the owner, `foreign` and `other` as the request states for those
 * callers, or a refusal that is the same for every request.
 */
export type Outcome = 'own' | 'foreign' | 'other' | Refused;

/** How a caller sends a request: headers, or another path and body where the credential is in them. */
export interface Disguise {
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly body?: object;
  readonly outcome: Outcome;
  /** Names the variant where a row is tried in several ways. */
  readonly by?: string;
}

/** Rows that do not apply to a kind of credential are missing. */
export type Disguises = Readonly<Partial<Record<Row, readonly Disguise[]>>>;

export const INVALID: Refused = [401, 'invalid_token'];
export const EXPIRED: Refused = [401, 'token_expired'];
export const NOBODY: Refused = [401, 'unauthenticated'];
export const FORBIDDEN: Refused = [403, 'forbidden'];

/** What a caller gets: success, a refusal of whatever does not exist for the caller, or one certain refusal. */
export type Answered = 'served' | 'refused' | Refused;

/** A request that its owner may send. */
export interface GoodRequest {
  /** With the query. */
  readonly path: string;
  readonly body?: object | undefined;
  /** In place of `body`, for operations whose body is a file. */
  readonly file?: Uint8Array | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly own: Answered;
  /** With another company's credential. */
  readonly foreign: Answered;
  /** With a colleague's credential; undefined where a success would change the object for its owner. */
  readonly other?: Answered | undefined;
  /** Where the credential is part of the request. */
  readonly disguises?: Disguises | undefined;
}
