import { expect, it } from '@jest/globals';
import { verdictOf } from './verdict.ts';

it('a refusal of one item does not stop the outbox, and one of the credential does', () => {
  for (const code of ['identity_mismatch', 'not_session_owner', 'paid_by_frozen_run'])
    expect(verdictOf({ status: 403, code })).toBe('refused');
  for (const code of ['forbidden', 'user_not_registered'])
    expect(verdictOf({ status: 403, code })).toBe('stop');
  expect(verdictOf({ status: 401, code: 'token_expired' })).toBe('stop');
});
