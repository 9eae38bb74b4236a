import { Credential } from './credential.ts';
import { InvalidToken, TokenExpired, TokenNotCurrent } from './errors.ts';
import { type KeyId, newTokenId, type TokenId } from './ids.ts';
import { isLine, Problems } from './problems.ts';
import { isScope, SCOPES } from './scope.ts';
import { hashSecret, secretMatches } from './secret.ts';

/** What a token may do, and until when (`null`: until it is revoked). */
export interface TokenGrant {
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

export interface ApiTokenState extends TokenGrant {
  readonly tokenId: TokenId;
  readonly keyId: KeyId;
  readonly name: string;
  /** SHA-256 of the secret half. */
  readonly secretHash: Uint8Array;
  readonly createdAt: Date;
  /** When its successor was issued; it stays valid until `expiresAt`. */
  readonly replacedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A token with its credential, which cannot be read again. */
export interface IssuedToken {
  readonly token: ApiToken;
  readonly credential: string;
}

/** Lets a program read a company's data within its scopes. Immutable: every change returns another object. */
export class ApiToken {
  private constructor(readonly state: ApiTokenState) {}

  /** @throws ValidationFailed for a bad name or an unknown scope */
  static issue(name: string, grant: TokenGrant, now: Date): IssuedToken {
    checkGrant(grant, new Problems().unless(isLine(name, 200), 'name', 'must have 1 to 200 characters'));
    const credential = Credential.mint();
    const token = new ApiToken({
      tokenId: newTokenId(),
      keyId: credential.keyId,
      name,
      scopes: inOrder(grant.scopes),
      expiresAt: grant.expiresAt,
      secretHash: hashSecret(credential.secret),
      createdAt: now,
      replacedAt: null,
      revokedAt: null,
    });
    return { token, credential: credential.toString() };
  }

  static restore(state: ApiTokenState): ApiToken {
    return new ApiToken(state);
  }

  get keyId(): KeyId {
    return this.state.keyId;
  }

  get name(): string {
    return this.state.name;
  }

  get isRevoked(): boolean {
    return this.state.revokedAt !== null;
  }

  /** Whether it is the current token of its name; a company has at most one. */
  get isCurrent(): boolean {
    return !this.isRevoked && this.state.replacedAt === null;
  }

  /** @throws InvalidToken for a wrong secret or a revoked token; TokenExpired */
  admit(secret: string, now: Date): void {
    const { secretHash, expiresAt } = this.state;
    if (!secretMatches(secret, secretHash) || this.isRevoked) throw new InvalidToken();
    if (expiresAt !== null && now >= expiresAt) throw new TokenExpired();
  }

  /**
   * The same token with other scopes or another expiry; the same object if nothing differs.
   * @throws ValidationFailed for an unknown scope
   */
  regrant(grant: TokenGrant): ApiToken {
    checkGrant(grant);
    const scopes = inOrder(grant.scopes);
    const unchanged =
      scopes.join() === inOrder(this.state.scopes).join() &&
      grant.expiresAt?.getTime() === this.state.expiresAt?.getTime();
    return unchanged ? this : this.#with({ scopes, expiresAt: grant.expiresAt });
  }

  /**
   * Its successor, with the same name, scopes and lifetime, and this token as it stays valid during the overlap, in
   * which its users change over.
   * @param overlap milliseconds; 0 ends it now
   * @throws TokenNotCurrent if it was revoked or has a successor
   */
  rotate(overlap: number, now: Date): { retired: ApiToken; successor: IssuedToken } {
    if (!this.isCurrent) throw new TokenNotCurrent(this.keyId, this.isRevoked ? 'revoked' : 'replaced');
    const { name, scopes, expiresAt, createdAt } = this.state;
    const end = new Date(now.getTime() + overlap);
    const lifetime = expiresAt === null ? null : expiresAt.getTime() - createdAt.getTime();
    return {
      retired: this.#with({
        replacedAt: now,
        expiresAt: expiresAt !== null && expiresAt < end ? expiresAt : end,
      }),
      successor: ApiToken.issue(
        name,
        { scopes, expiresAt: lifetime === null ? null : new Date(now.getTime() + lifetime) },
        now,
      ),
    };
  }

  /** Revokes it for good; returns the same object if it was revoked before. */
  revoke(now: Date): ApiToken {
    return this.isRevoked ? this : this.#with({ revokedAt: now });
  }

  #with(changes: Partial<ApiTokenState>): ApiToken {
    return new ApiToken({ ...this.state, ...changes });
  }
}

function checkGrant({ scopes, expiresAt }: TokenGrant, problems = new Problems()): void {
  const unknown = scopes.filter((scope) => !isScope(scope));
  problems
    .unless(scopes.length > 0, 'scopes', `must name at least one of ${SCOPES.join(', ')}`)
    .unless(
      unknown.length === 0,
      'scopes',
      `"${unknown.join('", "')}" is not accepted; scopes are ${SCOPES.join(', ')}`,
    )
    .unless(expiresAt === null || !Number.isNaN(expiresAt.getTime()), 'expiresAt', 'must be an instant')
    .throwIfAny();
}

function inOrder(scopes: readonly string[]): string[] {
  return [...new Set(scopes)].sort();
}
