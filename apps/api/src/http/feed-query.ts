import { isChangeCursor } from '@furrow/journal';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { FILLED_IN } from '../openapi/decorators.ts';
import { about, flag, text } from '../openapi/schema.ts';
import { About, allOf, Counted, IfGiven, Instant, Must } from './fields.ts';

/** The feeds that programs follow with API tokens, by the last part of their paths. */
export const FOLLOWED_FEEDS = ['harvest', 'company-records'] as const;
export type FollowedFeed = (typeof FOLLOWED_FEEDS)[number];

const MAX_ITEMS = 1_000;

/** A query for changes instead of everything. */
export class FeedQuery {
  @About(
    'Follow the feed: begin with what changed at this instant or later, and possibly slightly earlier changes',
    '2026-01-31T00:00:00Z',
  )
  @IfGiven(Instant())
  updatedSince?: Date;

  @About(
    'Follow the feed: continue after an earlier response with its `nextCursor`; `updatedSince` is then ignored',
  )
  @IfGiven(
    Must(isChangeCursor, '$property must be the nextCursor of an earlier response'),
    ApiProperty({ type: String }),
  )
  cursor?: string;

  @About('When following a feed: the maximum number of items')
  @Counted(MAX_ITEMS, MAX_ITEMS)
  limit = MAX_ITEMS;
}

export const isFollowing = (query: Partial<FeedQuery>): boolean =>
  query.updatedSince !== undefined || query.cursor !== undefined;

/** The position of a client that follows a feed. */
export const positionOf = ({ cursor, updatedSince, limit }: FeedQuery) => ({
  cursor: cursor ?? null,
  since: updatedSince ?? null,
  limit,
});

/** Required unless the client follows a feed; then it is a filter. */
export const UnlessFollowing = (rule: PropertyDecorator) =>
  allOf(
    ValidateIf((query: FeedQuery, value) => value !== undefined || !isFollowing(query)),
    rule,
    ApiProperty({ required: false, [FILLED_IN]: true } as ApiPropertyOptions),
  );

/** The members with the next position of a feed. */
export const FEED_MEMBERS = {
  nextCursor: about(text, 'Send it as `cursor` to continue, even if there is no more for now', 'MTIzOjQ1Ng'),
  hasMore: about(flag, 'Whether there is more right now'),
};
