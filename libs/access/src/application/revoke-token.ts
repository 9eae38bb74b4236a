import type { Clock } from '@furrow/kernel';
import { TokenNotFound } from '../domain/errors.ts';
import type { CredentialLookup, TokenTransactions } from './ports.ts';

/** Ends a token at once, everywhere. Doing it again changes nothing. */
export class RevokeToken {
  constructor(
    private readonly lookup: CredentialLookup,
    private readonly transactions: TokenTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws TokenNotFound */
  async execute({ keyId }: { keyId: string }): Promise<void> {
    const found = await this.lookup.tokenByKeyId(keyId);
    if (found === undefined) throw new TokenNotFound(keyId);
    await this.transactions.run(found.companyId, async (tokens) => {
      const token = await tokens.byKeyId(keyId);
      const revoked = token?.revoke(this.clock.now());
      if (revoked !== undefined && revoked !== token) await tokens.update(revoked);
    });
  }
}
