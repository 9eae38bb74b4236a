import type { Clock } from '@furrow/kernel';
import type { IssuedToken } from '../../domain/api-token.ts';
import { TokenNotFound } from '../../domain/errors.ts';
import type { CredentialLookup, TokenOfCompany, TokenTransactions } from '../ports.ts';

/** Makes a token's successor and lets the old one live on for a while, so that nobody is locked out meanwhile. */
export class RotateToken {
  constructor(
    private readonly lookup: CredentialLookup,
    private readonly transactions: TokenTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param overlap milliseconds that the old credential still serves
   * @throws TokenNotFound; TokenNotCurrent when it was revoked or has a successor
   */
  async execute({
    keyId,
    companyId,
    overlap,
  }: TokenOfCompany & { readonly overlap: number }): Promise<IssuedToken> {
    const owner = companyId ?? (await this.lookup.tokenByKeyId(keyId))?.companyId;
    if (owner === undefined) throw new TokenNotFound(keyId);
    return this.transactions.run(owner, async (tokens) => {
      const token = await tokens.byKeyId(keyId);
      if (token === undefined) throw new TokenNotFound(keyId);
      const { retired, successor } = token.rotate(overlap, this.clock.now());
      await tokens.update(retired); // first, for a name has one current token
      await tokens.add(successor.token);
      return successor;
    });
  }
}
