import type { Clock } from '@furrow/kernel';
import { ApiToken, type IssuedToken } from '../../domain/api-token.ts';
import type { TokenTransactions } from '../ports.ts';

export interface NewToken {
  readonly companyId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** `null`: it is valid until it is revoked. */
  readonly expiresAt: Date | null;
}

/** Issues an API token. Its credential is in the answer and cannot be read again. */
export class IssueToken {
  constructor(
    private readonly transactions: TokenTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed; TokenNameTaken */
  async execute({ companyId, name, scopes, expiresAt }: NewToken): Promise<IssuedToken> {
    const issued = ApiToken.issue(name, { scopes, expiresAt }, this.clock.now());
    await this.transactions.run(companyId, (tokens) => tokens.add(issued.token));
    return issued;
  }
}
