import type { ListFeedReads, ListTokens } from '@furrow/access';
import { SCOPES } from '@furrow/access/domain';
import { FOLLOWED_FEEDS } from '../http/feed-query.ts';
import * as s from '../openapi/schema.ts';

export const EXAMPLE_KEY_ID = 'fk_0h3v5k2m9q4r7t1w8x6z';

const keyId = s.about(s.text, 'The first half of the credential, which is no secret', EXAMPLE_KEY_ID);

const token = s.named('ApiToken', 'A token with which a program reads the company’s data.', {
  keyId,
  name: s.about(s.text, 'Its name; one current token has it at a time', 'bi'),
  scopes: s.about(s.listOf(s.schemaOf<string>(s.oneOf(...SCOPES))), 'What it may do', ['read:production']),
  status: s.about(
    s.oneOf('active', 'retiring', 'expired', 'revoked'),
    '`retiring`: it was replaced, and stays valid until it expires',
  ),
  createdAt: s.about(s.dateTime, 'When it was issued'),
  expiresAt: s.about(s.orNull(s.dateTime), 'Null: valid until it is revoked', null),
  revokedAt: s.about(s.orNull(s.dateTime), 'Null if it was not revoked', null),
  lastUsedAt: s.about(
    s.orNull(s.dateTime),
    'Accurate to a few seconds; null if it was never used',
    '2026-01-31T10:58:31.207Z',
  ),
});

export const TOKENS = s.success(s.listOf(token));
export const TOKEN_ROTATED = s.success(
  s.named('ApiCredential', 'A program’s credential, sent as bearer or as `x-api-key`.', {
    keyId: s.about(keyId, 'The first half of the new credential, which is no secret'),
    credential: s.about(s.text, '`<keyId>.<token>`, shown only now', `${EXAMPLE_KEY_ID}.s3cr3t`),
  }),
);
export const TOKEN_REVOKED = s.success(
  s.named('RevokedApiToken', 'A revoked token.', {
    keyId,
    status: s.about(s.oneOf('revoked'), 'Its status from now on'),
  }),
);

const feedRead = s.named('FeedRead', 'A change feed, as far as a token has read it.', {
  keyId,
  name: s.about(s.text, 'Name of the token', 'bi'),
  feed: s.about(s.schemaOf<string>(s.oneOf(...FOLLOWED_FEEDS)), 'The last part of its path', 'harvest'),
  readAt: s.about(s.dateTime, 'When the token read a page last, accurate to a few seconds'),
  behindSince: s.about(
    s.orNull(s.dateTime),
    'Since when more was waiting after every page that it read; null if nothing was waiting after the latest',
    null,
  ),
  silent: s.about(s.flag, 'Whether the token has not read it for a day', false),
});
export const FEED_READS = s.success(s.listOf(feedRead));

export const tokenAnswer = (
  item: Awaited<ReturnType<ListTokens['execute']>>[number],
): s.Value<typeof token> => ({
  ...item,
  createdAt: item.createdAt.toISOString(),
  expiresAt: item.expiresAt?.toISOString() ?? null,
  revokedAt: item.revokedAt?.toISOString() ?? null,
  lastUsedAt: item.lastUsedAt?.toISOString() ?? null,
});

export const feedReadAnswer = (
  item: Awaited<ReturnType<ListFeedReads['execute']>>[number],
): s.Value<typeof feedRead> => ({
  ...item,
  readAt: item.readAt.toISOString(),
  behindSince: item.behindSince?.toISOString() ?? null,
});
