import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import type { Strategy } from 'passport-jwt';
import { AuthenticateUser } from '../../application/users/authenticate-user.ts';
import { TakeInvitation } from '../../application/users/take-invitation.ts';
import type { UserPrincipal } from '../../domain/principal.ts';
import { aUser, anInvitation } from '../../testing/builders.ts';
import { TestIdentityProvider } from '../../testing/identity-provider.ts';
import { InMemoryAccess } from '../../testing/in-memory-access.ts';
import { JwksKeys } from './jwks-keys.ts';
import { jwtRefusal } from './jwt-refusal.ts';
import { MobileJwtStrategy, UserJwtStrategy } from './jwt-strategies.ts';

/** Runs a strategy as passport does. */
function authenticated(strategy: Strategy, authorization?: string): Promise<UserPrincipal> {
  const headers = { authorization };
  return new Promise((resolve, reject) => {
    const attempt = Object.assign(Object.create(strategy) as Strategy, {
      success: resolve,
      fail: (reason: unknown) => reject(jwtRefusal(reason, headers)),
      error: reject,
    });
    attempt.authenticate({ headers } as never);
  });
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(Date.now() / 1_000);

describe('JWT strategies', () => {
  const clock = new FixedClock('2026-03-01T12:00:00Z');
  const access = new InMemoryAccess();
  let users: TestIdentityProvider;
  let mobile: TestIdentityProvider;
  let userStrategy: UserJwtStrategy;
  let mobileStrategy: MobileJwtStrategy;

  beforeAll(async () => {
    await access.inCompany(newId(), (repositories) => repositories.users.add([aUser({ idpId: 'idp|ana' })]));
  });
  beforeEach(async () => {
    [users, mobile] = await Promise.all([TestIdentityProvider.start(), TestIdentityProvider.start()]);
    const authenticate = new AuthenticateUser(
      access.lookup,
      new TakeInvitation(access.lookup, access.peopleTransactions),
      clock,
    );
    const trusting = ({ issuer, audience, jwksUri }: TestIdentityProvider) => ({
      issuer,
      audience,
      keys: new JwksKeys(jwksUri, clock),
    });
    userStrategy = new UserJwtStrategy(trusting(users), authenticate);
    mobileStrategy = new MobileJwtStrategy(trusting(mobile), authenticate);
    stops.push(users.stop, mobile.stop);
  });
  const stops: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(stops.map((stop) => stop())));

  const user = (token: string) => authenticated(userStrategy, `Bearer ${token}`);
  const refused = (attempt: Promise<unknown>, code: string) =>
    expect(attempt).rejects.toMatchObject({ code });

  it('admit a registered user, and fetch the keys once', async () => {
    expect(await user(users.sign())).toMatchObject({ kind: 'user', idpId: 'idp|ana', role: 'supervisor' });
    await user(users.sign({ aud: ['another', users.audience] }));
    await authenticated(userStrategy, `bearer  ${users.sign()}`);
    expect(users.fetches).toBe(1);
  });

  it.each([
    ['verified', { email: 'Eva@example.com', email_verified: true }, 'eva'],
    ['not verified', { email: 'Ivo@example.com', email_verified: false }, undefined],
    ['verified in words', { email: 'Ivo@example.com', email_verified: 'true' }, undefined],
    ['without a word on that', { email: 'Ivo@example.com' }, undefined],
    ['no text', { email: ['Ivo@example.com'], email_verified: true }, undefined],
  ])('admit an invited person by an address that is %s: %j', async (_, claims, name) => {
    await access.inCompany(newId(), ({ invitations }) =>
      invitations.add([anInvitation({ email: `${name ?? 'ivo'}@example.com` })]),
    );
    const attempt = user(users.sign({ sub: `idp|${name ?? 'ivo'}`, ...claims }));
    if (name === undefined) await refused(attempt, 'user_not_registered');
    else expect(await attempt).toMatchObject({ idpId: `idp|${name}` });
  });

  it('admit ES256 as well', async () => {
    users.rotate('ES256');
    expect(await user(users.sign())).toMatchObject({ idpId: 'idp|ana' });
  });

  it('never accept a user JWT as a mobile JWT or vice versa', async () => {
    await authenticated(mobileStrategy, `Bearer ${mobile.sign()}`);
    await refused(authenticated(mobileStrategy, `Bearer ${users.sign()}`), 'invalid_token');
    await refused(user(mobile.sign()), 'invalid_token');
    await refused(user(mobile.sign({ iss: users.issuer }, { kid: users.key.kid })), 'invalid_token');
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b'])(
    'find no JWT in "%s"',
    (authorization) => refused(authenticated(userStrategy, authorization), 'unauthenticated'),
  );

  it('distinguish an expired JWT from an invalid one, with five seconds of leeway', async () => {
    await user(users.sign({ exp: seconds() - 3 }));
    await refused(user(users.sign({ exp: seconds() - 10 })), 'token_expired');
    await user(users.sign({ nbf: seconds() + 2 }));
    await refused(user(users.sign({ nbf: seconds() + 60 })), 'invalid_token');
  });

  it('verify a token once, look its user up every time, and forget the token when it expires', async () => {
    const asked = jest.spyOn(JwksKeys.prototype, 'find');
    const token = users.sign();
    for (let i = 0; i < 3; i++) expect(await user(token)).toMatchObject({ idpId: 'idp|ana' });
    const others = users.sign({ sub: 'idp|stranger' });
    for (let i = 0; i < 2; i++) await refused(user(others), 'user_not_registered');
    await refused(authenticated(mobileStrategy, `Bearer ${token}`), 'invalid_token');
    expect(asked).toHaveBeenCalledTimes(3); // the first use of either token, and the other issuer's
    await refused(user(`${token}x`), 'invalid_token');
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 365 * 86_400_000);
    try {
      await refused(user(token), 'token_expired');
    } finally {
      later.mockRestore();
      asked.mockRestore();
    }
  });

  it.each([
    ['another issuer', { iss: 'https://elsewhere.example/' }],
    [
      'an issuer that only begins alike',
      (provider: TestIdentityProvider) => ({ iss: `${provider.issuer}x` }),
    ],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'elsewhere' }],
    ['no audience', { aud: undefined }],
    ['no expiry', { exp: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
  ])('refuse %s', (_, claims) =>
    refused(user(users.sign(typeof claims === 'function' ? claims(users) : claims)), 'invalid_token'),
  );

  it('refuse an unregistered subject with a code of its own', () =>
    refused(user(users.sign({ sub: 'idp|stranger' })), 'user_not_registered'));

  it('take no algorithm from the token: neither none nor the public key as a shared secret', async () => {
    const payload = users.sign().split('.')[1];
    const { kid, publicKey } = users.key;
    await refused(user(`${base64({ alg: 'none', kid })}.${payload}.`), 'invalid_token');
    await refused(user(`${base64({ alg: 'RS256', kid })}.${payload}.`), 'invalid_token');
    const forged = `${base64({ alg: 'HS256', kid })}.${payload}`;
    for (const type of ['spki', 'pkcs1'] as const) {
      const secret = publicKey.export({ type, format: 'pem' });
      const signature = createHmac('sha256', secret).update(forged).digest('base64url');
      await refused(user(`${forged}.${signature}`), 'invalid_token');
    }
    await refused(user(users.sign({}, { alg: 'RS256', crit: ['exp'] })), 'invalid_token');
  });

  it('ignore keys inside the token', async () => {
    const stranger = await TestIdentityProvider.start();
    stops.push(stranger.stop);
    const jwk = stranger.key.publicKey.export({ format: 'jwk' });
    const header = { jku: stranger.jwksUri, x5u: stranger.jwksUri, jwk, kid: users.key.kid };
    await refused(user(stranger.sign({ iss: users.issuer }, header)), 'invalid_token');
    expect(stranger.fetches).toBe(0);
  });

  it.each([
    'a.b.c',
    '..',
    'x',
    'bnVsbA.bnVsbA.eA',
    `${base64({ alg: 'RS256', kid: 7 })}.e30.eA`,
    `${base64([])}.e30.eA`,
  ])('refuse the malformed token "%s" without fetching keys', async (token) => {
    await refused(user(token), 'invalid_token');
    expect(users.fetches).toBe(0);
  });

  it('refuse a JWT with changed contents', async () => {
    const [header, , signature] = users.sign().split('.');
    const payload = base64({
      iss: users.issuer,
      aud: users.audience,
      sub: 'idp|ana',
      exp: seconds() + 60,
      x: 1,
    });
    await refused(user(`${header}.${payload}.${signature}`), 'invalid_token');
  });

  it('report that they are unavailable while the issuer fails', async () => {
    users.isDown = true;
    await refused(user(users.sign()), 'identity_provider_unavailable');
    users.isDown = false;
    await user(users.sign());
  });
});
