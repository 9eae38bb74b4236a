import type { Clock } from '@furrow/kernel';
import { hasStoppedReading } from '../../domain/feed-silence.ts';
import type { FeedReadListItem, FeedReadQuery } from '../ports.ts';

export interface ListedFeedRead extends FeedReadListItem {
  /** Whether the program has stopped reading it. */
  readonly silent: boolean;
}

export class ListFeedReads {
  constructor(
    private readonly reads: FeedReadQuery,
    private readonly clock: Clock,
  ) {}

  /** By name of the token and feed, of tokens that are neither revoked nor expired. */
  async execute(companyId: string): Promise<ListedFeedRead[]> {
    const reads = await this.reads.all(companyId);
    const now = this.clock.now();
    return reads.map((read) => ({ ...read, silent: hasStoppedReading(read.readAt, now) }));
  }
}
