import type { Clock } from '@furrow/kernel';
import { ApiToken, type IssuedToken } from '../../domain/api-token.ts';
import { type ApplyOptions, eachDeclared } from '../declared.ts';
import type { ApiTokenRepository } from '../ports.ts';

/** A token as the operator's file declares one; without `expiresAt` a new one never expires. */
export interface DeclaredToken {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: Date | null | undefined;
}

export interface AppliedToken {
  readonly keyId: string;
  /** Only in the run that made it. */
  readonly credential?: string;
}

/** Makes the company's API tokens as the operator's file says; what it leaves out, of a token too, stays as it is. A name whose token was revoked gets a new one. */
export class ApplyApiTokens {
  constructor(
    private readonly tokens: ApiTokenRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the declared tokens by name
   * @throws ValidationFailed
   */
  async execute(
    declared: readonly DeclaredToken[],
    { prune }: ApplyOptions,
  ): Promise<Map<string, AppliedToken>> {
    const now = this.clock.now();
    const unrevoked = await this.tokens.unrevoked();
    const current = new Map(unrevoked.filter((token) => token.isCurrent).map((token) => [token.name, token]));
    const wanted = eachDeclared('apiTokens', 'name', declared, ({ name, scopes, expiresAt }) => {
      const known = current.get(name);
      const grant = {
        scopes,
        expiresAt: expiresAt === undefined ? (known?.state.expiresAt ?? null) : expiresAt,
      };
      const token = known?.regrant(grant);
      return token === undefined ? ApiToken.issue(name, grant, now) : { token };
    });

    for (const { token } of wanted) {
      const before = current.get(token.name);
      if (before === undefined) await this.tokens.add(token);
      else if (before !== token) await this.tokens.update(token);
    }
    const names = new Set(declared.map(({ name }) => name));
    const left = prune ? unrevoked.filter((token) => !names.has(token.name)) : [];
    for (const token of left) await this.tokens.update(token.revoke(now));

    return new Map(wanted.map((item) => [item.token.name, applied(item)]));
  }
}

function applied({ token, credential }: { token: ApiToken } & Partial<IssuedToken>): AppliedToken {
  return credential === undefined ? { keyId: token.keyId } : { keyId: token.keyId, credential };
}
