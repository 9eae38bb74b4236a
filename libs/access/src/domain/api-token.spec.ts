import { describe, expect, it } from '@jest/globals';
import { anIssuedToken, aToken, ISSUED_AT } from '../testing/builders.ts';
import { ApiToken } from './api-token.ts';
import { Credential } from './credential.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const later = (milliseconds: number) => new Date(ISSUED_AT.getTime() + milliseconds);

describe('an API token', () => {
  it('has a credential that secret scanners find, and stores only a hash of its secret', () => {
    const { token, credential } = anIssuedToken();
    expect(credential).toMatch(/^fk_[0-9a-f]{20}\.[\w-]{43}$/);
    const { secret, keyId } = Credential.parse(credential);
    expect(keyId).toBe(token.keyId);
    expect(token.state.secretHash).toHaveLength(32);
    expect(JSON.stringify(token.state)).not.toContain(secret);
    expect(anIssuedToken().credential).not.toBe(credential);
  });

  it('accepts its own secret and no other', () => {
    const { token, credential } = anIssuedToken();
    const { secret } = Credential.parse(credential);
    expect(() => token.admit(secret, ISSUED_AT)).not.toThrow();
    for (const wrong of [`${secret}A`, secret.slice(1), '', Credential.mint().secret])
      expect(() => token.admit(wrong, ISSUED_AT)).toThrow(expect.objectContaining({ code: 'invalid_token' }));
  });

  it('ends exactly at its expiry, and reports that only to a caller that knows the secret', () => {
    const { token, credential } = anIssuedToken({ expiresAt: later(HOUR) });
    const { secret } = Credential.parse(credential);
    expect(() => token.admit(secret, later(HOUR - 1))).not.toThrow();
    expect(() => token.admit(secret, later(HOUR))).toThrow(
      expect.objectContaining({ code: 'token_expired' }),
    );
    expect(() => token.admit('wrong', later(HOUR))).toThrow(
      expect.objectContaining({ code: 'invalid_token' }),
    );
  });

  it('is refused once revoked, and is revoked only once', () => {
    const { token, credential } = anIssuedToken();
    const revoked = token.revoke(later(1));
    const { secret } = Credential.parse(credential);
    expect(() => revoked.admit(secret, later(2))).toThrow(expect.objectContaining({ code: 'invalid_token' }));
    expect(revoked.revoke(later(3))).toBe(revoked);
  });

  it.each([
    ['no scope', [], 'at least one of'],
    [
      'an unknown scope',
      ['read:production', 'write:everything'],
      '"write:everything" is not accepted; scopes are read:production',
    ],
  ])('refuses %s', (_, scopes, message) => {
    const issue = () => ApiToken.issue('bi', { scopes, expiresAt: null }, ISSUED_AT);
    expect(issue).toThrow(
      expect.objectContaining({ details: [{ field: 'scopes', message: expect.stringContaining(message) }] }),
    );
  });

  it('reports every problem at once', () => {
    const issue = () => ApiToken.issue('', { scopes: ['nothing'], expiresAt: new Date(NaN) }, ISSUED_AT);
    expect(issue).toThrow(
      expect.objectContaining({
        details: ['name', 'scopes', 'expiresAt'].map((field) => expect.objectContaining({ field })),
      }),
    );
  });

  describe('rotated', () => {
    it('has a successor of the same name, scopes and lifetime, and works during the overlap', () => {
      const { token, credential } = anIssuedToken({ expiresAt: later(30 * DAY) });
      const { retired, successor } = token.rotate(DAY, later(20 * DAY));
      expect(successor.token.state).toMatchObject({
        name: token.name,
        scopes: token.state.scopes,
        expiresAt: later(50 * DAY),
      });
      expect(successor.token.keyId).not.toBe(token.keyId);
      expect([retired.isCurrent, successor.token.isCurrent]).toEqual([false, true]);

      const { secret } = Credential.parse(credential);
      expect(() => retired.admit(secret, later(21 * DAY - 1))).not.toThrow();
      expect(() => retired.admit(secret, later(21 * DAY))).toThrow(
        expect.objectContaining({ code: 'token_expired' }),
      );
    });

    it('does not outlive its own expiry, and ends at once without an overlap', () => {
      const token = aToken({ expiresAt: later(HOUR) });
      expect(token.rotate(DAY, ISSUED_AT).retired.state.expiresAt).toEqual(later(HOUR));
      expect(aToken().rotate(0, later(1)).retired.state.expiresAt).toEqual(later(1));
      expect(aToken().rotate(0, later(1)).successor.token.state.expiresAt).toBeNull();
    });

    it('cannot be rotated again, nor can a revoked token', () => {
      const { retired } = aToken().rotate(DAY, ISSUED_AT);
      expect(() => retired.rotate(DAY, ISSUED_AT)).toThrow(/was replaced already/);
      expect(() => aToken().revoke(ISSUED_AT).rotate(DAY, ISSUED_AT)).toThrow(/was revoked already/);
    });
  });

  it('is unchanged when the same is granted again, in any order', () => {
    const expiresAt = later(DAY);
    const token = aToken({ scopes: ['read:production', 'read:phytosanitary'], expiresAt });
    const scopes = ['read:phytosanitary', 'read:production', 'read:production'];
    expect(token.regrant({ scopes, expiresAt: new Date(expiresAt) })).toBe(token);
    expect(token.regrant({ scopes, expiresAt: null }).state).toMatchObject({
      expiresAt: null,
      keyId: token.keyId,
    });
  });
});

describe('a credential', () => {
  const good = Credential.mint().toString();

  it.each([
    ['nothing', ''],
    ['a JWT', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln'],
    ['no secret', good.slice(0, 24)],
    ['a longer secret', `${good}A`],
    ['another prefix', good.replace('fk_', 'xx_')],
    ['a key id in upper case', good.slice(0, 23).toUpperCase() + good.slice(23)],
    ['a line break at its end', `${good}\n`],
  ])('is not %s', (_, text) => {
    expect(() => Credential.parse(text)).toThrow(expect.objectContaining({ code: 'invalid_token' }));
  });
});
