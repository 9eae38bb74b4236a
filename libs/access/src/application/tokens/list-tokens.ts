import type { TokenListItem, TokenQuery } from '../ports.ts';

export class ListTokens {
  constructor(private readonly tokens: TokenQuery) {}

  /** Newest first, those that serve no more included; the status is that of now. */
  execute(companyId: string): Promise<TokenListItem[]> {
    return this.tokens.all(companyId);
  }
}
