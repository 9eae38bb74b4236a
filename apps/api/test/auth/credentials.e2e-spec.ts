import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import {
  aFarm,
  BULK,
  HARVEST,
  PROJECTS,
  type ProvisionedFarm,
  SESSIONS,
  WORKERS,
} from '@furrow/testbed/farms';
import { SigningKey } from '@furrow/testbed/keys';
import { type ApiProcess, Client, System } from '@furrow/testbed/system';
import { uploadForever } from '../harness/network/endless-upload.ts';
import { expectRefusal } from '../harness/refusal.ts';

const REPORT = `${HARVEST}?startTime=2026-01-01&endTime=2026-01-01`;
const STATIC_KEY = 'a-static-key-of-32-characters-or-more';
const GIGABYTE = 1_073_741_824;
const now = () => Math.floor(Date.now() / 1_000);

interface Issued {
  readonly keyId: string;
  readonly credential: string;
}

let system: System;
let other: ApiProcess;
let farm: ProvisionedFarm;
let sub: string;

beforeAll(async () => {
  system = await System.shared();
  other = await system.another({ STATIC_API_KEYS: `acme:${STATIC_KEY}` });
  farm = await system.provision(aFarm('acme'));
  sub = farm.idpId('ana');
});
afterAll(async () => {
  await other?.end();
  await system?.stop();
});

const withJwt = (jwt: string) => Client.withBearer(system.url, jwt).get(PROJECTS);
const withToken = (credential: string) => system.token(credential).get(REPORT);
const issue = (name: string, ...more: string[]) =>
  system.furrow<Issued>(
    'token',
    'issue',
    '--company',
    'acme',
    '--name',
    name,
    '--scope',
    'read:production',
    ...more,
  );

describe('a JWT', () => {
  it('is accepted with a few seconds of leeway', async () => {
    expect((await withJwt(system.key.jwt(sub))).status).toBe(200);
    expect((await withJwt(system.key.jwt(sub, { exp: now() - 3 }))).status).toBe(200);
    expect((await withJwt(system.key.jwt(sub, { aud: ['x', 'furrow-development-user'] }))).status).toBe(200);
    expect(
      (await new Client(system.url, { authorization: `bearer ${system.key.jwt(sub)}` }).get(PROJECTS)).status,
    ).toBe(200);
  });

  it.each<[string, (key: SigningKey) => string, string]>([
    ['that has expired', (key) => key.jwt(sub, { exp: now() - 10 }), 'token_expired'],
    ['without an expiry', (key) => key.jwt(sub, { exp: undefined }), 'invalid_token'],
    ['not valid yet', (key) => key.jwt(sub, { nbf: now() + 60 }), 'invalid_token'],
    ['of another issuer', (key) => key.jwt(sub, { iss: 'urn:furrow:development:users' }), 'invalid_token'],
    ['without an issuer', (key) => key.jwt(sub, { iss: undefined }), 'invalid_token'],
    ['for another audience', (key) => key.jwt(sub, { aud: 'furrow-development-mobile' }), 'invalid_token'],
    ['without an audience', (key) => key.jwt(sub, { aud: undefined }), 'invalid_token'],
    ['without a subject', (key) => key.jwt(sub, { sub: undefined }), 'invalid_token'],
    ['with an empty subject', (key) => key.jwt(''), 'invalid_token'],
    ['with a subject that is no text', (key) => key.jwt(sub, { sub: 7 }), 'invalid_token'],
    [
      'of the mobile issuer',
      (key) => key.jwt(sub, { iss: 'urn:furrow:development:mobile', aud: 'furrow-development-mobile' }),
      'invalid_token',
    ],
    ['signed by a stranger', () => SigningKey.strange().jwt(sub), 'invalid_token'],
    ['without a signature', (key) => key.unsigned(sub), 'invalid_token'],
    ['that claims alg none and is signed', (key) => key.jwt(sub, {}, { alg: 'none' }), 'invalid_token'],
    ['that claims HS256', (key) => key.jwt(sub, {}, { alg: 'HS256' }), 'invalid_token'],
    ['signed with the public key', (key) => key.signedWithPublicKey(sub), 'invalid_token'],
    ['of an unknown key id', (key) => key.jwt(sub, {}, { kid: 'other' }), 'invalid_token'],
    [
      'with a changed payload',
      (key) => {
        const [header, , signature] = key.jwt(sub).split('.');
        return `${header}.${key.jwt(farm.idpId('ada')).split('.')[1]}.${signature}`;
      },
      'invalid_token',
    ],
    ['that is none', () => 'abc', 'invalid_token'],
    ['of empty parts', () => '..', 'invalid_token'],
  ])('%s is refused', async (_what, make, code) => {
    expectRefusal(await withJwt(make(system.key)), 401, 'B', code);
  });

  it('must be a bearer token', async () => {
    const wrong: Record<string, string>[] = [
      { authorization: 'Basic YTpi' },
      { authorization: 'Bearer' },
      { 'x-api-key': system.key.jwt(sub) },
    ];
    for (const headers of wrong)
      expectRefusal(await new Client(system.url, headers).get(PROJECTS), 401, 'B', 'unauthenticated');
  });
});

describe('a user', () => {
  it('is locked out within 5 seconds of being deactivated', async () => {
    const file = aFarm('fields');
    const fields = await system.provision(file);
    expect((await fields.as('ben').get(PROJECTS)).status).toBe(200);
    const users = file['users'].map((user: { idpId: string }) =>
      user.idpId === fields.idpId('ben') ? { ...user, status: 'inactive' } : user,
    );
    await system.provision({ ...file, users });
    await until('he is out', async () => (await fields.as('ben').get(PROJECTS)).status === 403);
    expectRefusal(await fields.as('ben').get(PROJECTS), 403, 'B', 'user_not_registered');
  });
});

describe('an API token', () => {
  it.each<[string, () => string]>([
    ['of an unknown key', () => `fk_${'0'.repeat(20)}.${'a'.repeat(43)}`],
    [
      'with another’s secret',
      () =>
        `${farm.ids.apiTokens['production']!.keyId}.${farm.ids.apiTokens['phytosanitary']!.credential.split('.')[1]}`,
    ],
    ['without its secret', () => farm.ids.apiTokens['production']!.keyId],
    ['with an empty secret', () => `${farm.ids.apiTokens['production']!.keyId}.`],
    ['with a longer secret', () => `${farm.ids.apiTokens['production']!.credential}a`],
    ['with a part too many', () => `${farm.ids.apiTokens['production']!.credential}.a`],
    ['that is none', () => 'abc'],
  ])('%s is refused', async (_what, credential) => {
    expectRefusal(await withToken(credential()), 401, 'A', 'invalid_token');
    expectRefusal(
      await new Client(system.url, { 'x-api-key': credential() }).get(REPORT),
      401,
      'A',
      'invalid_token',
    );
  });

  it('expires', async () => {
    const { credential, keyId } = await issue('short', '--expires-in', '1h');
    expect((await withToken(credential)).status).toBe(200);
    await system.sql(
      `UPDATE access.api_tokens SET expires_at = now() - interval '1 second' WHERE key_id = $1`,
      [keyId],
    );
    await until('it has expired', async () => (await withToken(credential)).status === 401);
    expectRefusal(await withToken(credential), 401, 'A', 'token_expired');
  });

  it('is revoked within 5 seconds, in every process', async () => {
    const { credential, keyId } = await issue('revoked');
    const there = Client.withBearer(other.url, credential);
    expect((await withToken(credential)).status).toBe(200);
    expect((await there.get(REPORT)).status).toBe(200);
    await system.furrow('token', 'revoke', keyId);
    const bothRefuse = async () =>
      (await withToken(credential)).status === 401 && (await there.get(REPORT)).status === 401;
    await until('both processes refuse it', bothRefuse);
    expectRefusal(await withToken(credential), 401, 'A', 'invalid_token');
  });

  it('is rotated: the new one works, and the old one until the overlap ends', async () => {
    const first = await issue('rotated');
    const second = await system.furrow<Issued>('token', 'rotate', first.keyId, '--overlap', '1h');
    expect((await withToken(first.credential)).status).toBe(200);
    expect((await withToken(second.credential)).status).toBe(200);
    const third = await system.furrow<Issued>('token', 'rotate', second.keyId, '--overlap', '0s');
    await until('the second is over', async () => (await withToken(second.credential)).status === 401);
    expect((await withToken(third.credential)).status).toBe(200);
  });
});

it.each(['weather', 'heat', 'plant', 'soil', 'irrigation'])(
  'a static key of the company opens GET /api/iot/%s',
  async (what) => {
    const query = new URLSearchParams({
      ...{ projectId: Object.values(farm.ids.projects)[0]!, timezone: 'America/Santiago' },
      ...{ from: '2026-01-01T00:00:00', to: '2026-01-02T00:00:00' },
    });
    const ask = (url: string) =>
      new Client(url, { 'x-api-key': STATIC_KEY }).get(`/api/iot/${what}?${query.toString()}`);
    expect((await ask(other.url)).body).toEqual({ status: 'success', data: [] });
    // Where it is not configured.
    expectRefusal(await ask(system.url), 401, 'B', 'invalid_token');
  },
);

describe('a credential is checked before the body is read', () => {
  it.each([
    ['no length', undefined],
    ['a length of a gigabyte', GIGABYTE],
    ['a length that never comes', 20_000_000],
  ])('even if the body never ends, with %s', async (_what, length) => {
    for (const path of [SESSIONS, BULK, WORKERS])
      expectRefusal(await uploadForever(system.stranger, path, length), 401, 'B', 'unauthenticated');
    expectRefusal(await uploadForever(farm.as('gus'), SESSIONS, length), 403, 'B', 'forbidden');
    expectRefusal(await uploadForever(system.stranger, HARVEST, length), 404, 'A', 'route_not_found');
  });
});
