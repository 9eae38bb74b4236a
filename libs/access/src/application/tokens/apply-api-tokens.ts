import type { Clock } from '@furrow/kernel';
import {
  type ApplyOptions,
  declaredIn,
  isInUse,
  Reconciliation,
  type Withdrawable,
} from '@furrow/kernel/declarations';
import { ApiToken } from '../../domain/api-token.ts';
import type { ApiTokenRepository } from '../ports.ts';

/** A token of the farm file; without `expiresAt` a new one never expires. */
export interface DeclaredToken extends Withdrawable {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: Date | null | undefined;
}

export interface AppliedToken {
  readonly keyId: string;
  /** Only in the run that created it. */
  readonly credential?: string;
}

/**
 * Applies the API tokens of the farm file; tokens and members that it leaves out stay as they are. A name whose token
 * was revoked gets a new one. One that is declared inactive is revoked.
 */
export class ApplyApiTokens {
  constructor(
    private readonly tokens: ApiTokenRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the declared tokens by name
   * @throws ValidationFailed
   */
  async execute(all: readonly DeclaredToken[], options: ApplyOptions): Promise<Map<string, AppliedToken>> {
    const declarations = all.filter(isInUse);
    const withdrawn = new Set(all.filter((token) => !isInUse(token)).map(({ name }) => name));
    const now = this.clock.now();
    const unrevoked = await this.tokens.unrevoked();
    const current = new Map(unrevoked.filter((token) => token.isCurrent).map((token) => [token.name, token]));
    const credentials = new Map<string, string>();
    const file = new Reconciliation(options);
    const { declared, added, changed } = file.reconcile(
      current,
      declaredIn('apiTokens', declarations, ({ name }) => name),
      {
        declare: ({ name, scopes, expiresAt }, before) => {
          const known = before?.state.expiresAt ?? null;
          const grant = { scopes, expiresAt: expiresAt === undefined ? known : expiresAt };
          if (before !== undefined) return before.regrant(grant);
          const { token, credential } = ApiToken.issue(name, grant, now);
          credentials.set(name, credential);
          return token;
        },
        deactivate: (token) => token.revoke(now),
      },
      'name',
    );
    file.assertValid();

    for (const token of added) await this.tokens.add(token);
    for (const token of changed) await this.tokens.update(token);
    // Tokens that are still valid beside their successor are revoked with it.
    const overlapping = unrevoked.filter((token) => !token.isCurrent && !declared.has(token.name));
    if (options.prune) for (const token of overlapping) await this.tokens.update(token.revoke(now));
    const ended = unrevoked.filter(({ name }) => withdrawn.has(name) && !options.prune);
    for (const token of ended) await this.tokens.update(token.revoke(now));

    return new Map([...declared].map(([name, { keyId }]) => [name, applied(keyId, credentials.get(name))]));
  }
}

function applied(keyId: string, credential: string | undefined): AppliedToken {
  return credential === undefined ? { keyId } : { keyId, credential };
}
