import type { Clock } from '@furrow/kernel';
import type { IssuedToken } from '../../domain/api-token.ts';
import { TokenNotFound } from '../../domain/errors.ts';
import type { CredentialLookup, TokenOfCompany, TokenTransactions } from '../ports.ts';

export interface RotateTokenInput extends TokenOfCompany {
  /** How long the old credential stays valid, in milliseconds. */
  readonly overlap: number;
}

/** Issues a token's successor and keeps the old one valid for a while, so that its users can change over. */
export class RotateToken {
  constructor(
    private readonly lookup: CredentialLookup,
    private readonly transactions: TokenTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws TokenNotFound; TokenNotCurrent if it was revoked or has a successor */
  async execute({ keyId, companyId, overlap }: RotateTokenInput): Promise<IssuedToken> {
    const owner = companyId ?? (await this.lookup.tokenByKeyId(keyId))?.companyId;
    if (owner === undefined) throw new TokenNotFound(keyId);
    return this.transactions.run(owner, async (tokens) => {
      const token = await tokens.byKeyId(keyId);
      if (token === undefined) throw new TokenNotFound(keyId);
      const { retired, successor } = token.rotate(overlap, this.clock.now());
      await tokens.update(retired); // first, because a name has one current token
      await tokens.add(successor.token);
      return successor;
    });
  }
}
