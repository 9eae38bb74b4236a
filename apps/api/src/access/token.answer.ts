import type { ListFeedReads, ListTokens } from '@furrow/access';
import { SCOPES } from '@furrow/access/domain';
import { FOLLOWED_FEEDS } from '../http/feed-query.ts';
import {
  about,
  dateTime,
  listOf,
  named,
  oneOf,
  orNull,
  schemaOf,
  success,
  text,
  type Value,
} from '../openapi/schema.ts';

export const EXAMPLE_KEY_ID = 'fk_0h3v5k2m9q4r7t1w8x6z';

const keyId = about(text, 'The first half of the credential, which is no secret', EXAMPLE_KEY_ID);

const token = named('ApiToken', 'A token with which a program reads the company’s data.', {
  keyId,
  name: about(text, 'Its name; one current token has it at a time', 'bi'),
  scopes: about(listOf(schemaOf<string>(oneOf(...SCOPES))), 'What it may do', ['read:production']),
  status: about(
    oneOf('active', 'retiring', 'expired', 'revoked'),
    '`retiring`: it was replaced, and stays valid until it expires',
  ),
  createdAt: about(dateTime, 'When it was issued'),
  expiresAt: about(orNull(dateTime), 'Null: valid until it is revoked', null),
  revokedAt: about(orNull(dateTime), 'Null if it was not revoked', null),
  lastUsedAt: about(
    orNull(dateTime),
    'Accurate to a few seconds; null if it was never used',
    '2026-01-31T10:58:31.207Z',
  ),
});

export const TOKENS = success(listOf(token));
export const TOKEN_ROTATED = success(
  named('ApiCredential', 'A program’s credential, sent as bearer or as `x-api-key`.', {
    keyId: about(keyId, 'The first half of the new credential, which is no secret'),
    credential: about(text, '`<keyId>.<token>`, shown only now', `${EXAMPLE_KEY_ID}.s3cr3t`),
  }),
);
export const TOKEN_REVOKED = success(
  named('RevokedApiToken', 'A revoked token.', {
    keyId,
    status: about(oneOf('revoked'), 'Its status from now on'),
  }),
);

const feedRead = named('FeedRead', 'A change feed, as far as a token has read it.', {
  keyId,
  name: about(text, 'Name of the token', 'bi'),
  feed: about(schemaOf<string>(oneOf(...FOLLOWED_FEEDS)), 'The last part of its path', 'harvest'),
  readAt: about(dateTime, 'When the token read a page last, accurate to a few seconds'),
  behindSince: about(
    orNull(dateTime),
    'Since when more was waiting after every page that it read; null if nothing was waiting after the latest',
    null,
  ),
});
export const FEED_READS = success(listOf(feedRead));

export const tokenAnswer = (
  item: Awaited<ReturnType<ListTokens['execute']>>[number],
): Value<typeof token> => ({
  ...item,
  createdAt: item.createdAt.toISOString(),
  expiresAt: item.expiresAt?.toISOString() ?? null,
  revokedAt: item.revokedAt?.toISOString() ?? null,
  lastUsedAt: item.lastUsedAt?.toISOString() ?? null,
});

export const feedReadAnswer = (
  item: Awaited<ReturnType<ListFeedReads['execute']>>[number],
): Value<typeof feedRead> => ({
  ...item,
  readAt: item.readAt.toISOString(),
  behindSince: item.behindSince?.toISOString() ?? null,
});
