import { SCOPES } from '@furrow/access/domain';
import { about, dateTime, listOf, named, oneOf, orNull, success, text } from '../openapi/schema.ts';

export const EXAMPLE_KEY_ID = 'fk_0h3v5k2m9q4r7t1w8x6z';

const keyId = about(text, 'The first half of the credential, which is no secret', EXAMPLE_KEY_ID);

const token = named('ApiToken', 'What lets a program read the company’s data.', {
  keyId,
  name: about(text, 'What people call it; one token at a time has it', 'bi'),
  scopes: about(listOf(oneOf(...SCOPES)), 'What it may do', ['read:production']),
  status: about(
    oneOf('active', 'retiring', 'expired', 'revoked'),
    '`retiring`: another one has taken its place, and it serves until it expires',
  ),
  createdAt: about(dateTime, 'When it was issued'),
  expiresAt: about(orNull(dateTime), 'Null where it serves until it is revoked', null),
  revokedAt: about(orNull(dateTime), 'Null where nobody has', null),
  lastUsedAt: about(
    orNull(dateTime),
    'To within seconds; null where it was never used',
    '2026-01-31T10:58:31.207Z',
  ),
});

export const TOKENS = success(listOf(token));
export const TOKEN_ROTATED = success(
  named('ApiCredential', 'What a program sends as bearer or as `x-api-key`.', {
    keyId: about(keyId, 'Of the new token'),
    credential: about(text, '`<keyId>.<token>`, told now and never again', `${EXAMPLE_KEY_ID}.s3cr3t`),
  }),
);
export const TOKEN_REVOKED = success(
  named('RevokedApiToken', 'A token that serves no more.', {
    keyId,
    status: about(oneOf('revoked'), 'From now on'),
  }),
);
