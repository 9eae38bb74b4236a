import type { FeedReadListItem, FeedReadQuery } from '../ports.ts';

export class ListFeedReads {
  constructor(private readonly reads: FeedReadQuery) {}

  /** By name of the token and feed, of tokens that are neither revoked nor expired. */
  execute(companyId: string): Promise<FeedReadListItem[]> {
    return this.reads.all(companyId);
  }
}
