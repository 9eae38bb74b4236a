import type { Clock } from '@furrow/kernel';
import { TokenNotFound } from '../../domain/errors.ts';
import type { CredentialLookup, TokenOfCompany, TokenTransactions } from '../ports.ts';

/** Revokes a token everywhere at once. A repeat changes nothing. */
export class RevokeToken {
  constructor(
    private readonly lookup: CredentialLookup,
    private readonly transactions: TokenTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws TokenNotFound */
  async execute({ keyId, companyId }: TokenOfCompany): Promise<void> {
    const owner = companyId ?? (await this.lookup.tokenByKeyId(keyId))?.companyId;
    if (owner === undefined) throw new TokenNotFound(keyId);
    await this.transactions.run(owner, async (tokens) => {
      const token = await tokens.byKeyId(keyId);
      if (token === undefined) throw new TokenNotFound(keyId);
      const revoked = token.revoke(this.clock.now());
      if (revoked !== token) await tokens.update(revoked);
    });
  }
}
