import type { TokenListItem, TokenQuery } from '../ports.ts';

export class ListTokens {
  constructor(private readonly tokens: TokenQuery) {}

  /** Newest first, including expired and revoked ones, with the current status. */
  execute(companyId: string): Promise<TokenListItem[]> {
    return this.tokens.all(companyId);
  }
}
