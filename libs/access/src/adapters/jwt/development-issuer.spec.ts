import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import type { Config, JwtIssuer } from '@furrow/config';
import jwt from 'jsonwebtoken';
import { DevelopmentIssuer } from './development-issuer.ts';
import { DevelopmentKeys } from './development-keys.ts';
import { trustedIssuer } from './trusted-issuer.ts';

const PROVIDER: JwtIssuer = {
  issuer: 'https://login.example.com/',
  audience: 'furrow',
  jwksUri: 'http://127.0.0.1:9/jwks.json',
};

describe('the development issuer', () => {
  const clock = new FixedClock('2026-03-01T12:00:00Z');
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'furrow-keys-'));
  });
  afterEach(() => rm(home, { recursive: true }));

  const config = (values: Partial<Config> = {}) => ({ home, production: false, ...values }) as Config;
  const issuer = (values?: Partial<Config>) => new DevelopmentIssuer(config(values), clock);

  it('signs what its own keys verify, and separates user and mobile tokens', async () => {
    const signed = await issuer().sign('idp|ana', { expiresInSeconds: 90 });
    const trust = trustedIssuer('user', config(), clock);
    const { header } = jwt.decode(signed, { complete: true })!;
    const key = await trust.keys.find(header.kid);
    const clockTimestamp = clock.now().getTime() / 1_000;
    const options = {
      issuer: trust.issuer,
      audience: trust.audience,
      algorithms: ['RS256' as const],
      clockTimestamp,
    };
    expect(jwt.verify(signed, key!, options)).toMatchObject({ sub: 'idp|ana', exp: clockTimestamp + 90 });

    const mobile = trustedIssuer('mobile', config(), clock);
    expect(mobile.issuer).not.toBe(trust.issuer);
    expect(mobile.audience).not.toBe(trust.audience);
    expect(await mobile.keys.find(header.kid)).toBeUndefined();
    const { header: other } = jwt.decode(await issuer().sign('idp|ana', { mobile: true }), {
      complete: true,
    })!;
    expect(await mobile.keys.find(other.kid)).toBeDefined();
  });

  it('makes one key that only its owner can read, however many processes start at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, () => new DevelopmentKeys('user', home).signingKey()),
    );
    expect(new Set(all.map(({ kid }) => kid)).size).toBe(1);
    expect(await readdir(join(home, 'keys'))).toEqual(['user-jwt.pem']);
    const path = join(home, 'keys', 'user-jwt.pem');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await new DevelopmentKeys('user', home).signingKey()).kid).toBe(all[0]?.kid);
    expect(await readFile(path, 'utf8')).toContain('PRIVATE KEY');
  });

  it('refuses to sign where an identity provider is configured, because only its keys are accepted', async () => {
    const configured = { userJwt: PROVIDER };
    await expect(issuer(configured).sign('idp|ana')).rejects.toThrow(
      'USER_JWT_ISSUER is configured, so development keys are not accepted',
    );
    expect(trustedIssuer('user', config(configured), clock)).toMatchObject({
      issuer: PROVIDER.issuer,
      audience: PROVIDER.audience,
    });
    await issuer(configured).sign('idp|ana', { mobile: true });
    expect(await readdir(join(home, 'keys'))).toEqual(['mobile-jwt.pem']);
  });

  it('makes no keys in production, where an identity provider is required', async () => {
    const production = { production: true, userJwt: PROVIDER };
    await expect(issuer(production).sign('idp|ana', { mobile: true })).rejects.toMatchObject({
      code: 'development_keys_off',
    });
    expect(await trustedIssuer('mobile', config(production), clock).keys.find(undefined)).toBeUndefined();
    expect(await readdir(home)).toEqual([]);
  });

  it('refuses a subject that no user can have', async () => {
    await expect(issuer().sign('')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(issuer().sign('a', { expiresInSeconds: 0.5 })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('reports that it is unavailable while its keys can be neither read nor made', async () => {
    const nowhere = new DevelopmentKeys('user', '/dev/null');
    await expect(nowhere.find('any')).rejects.toMatchObject({ code: 'identity_provider_unavailable' });
  });
});
