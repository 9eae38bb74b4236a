import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestIdentityProvider } from '@furrow/access/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROGRAMS, ServiceProcess, until } from '@furrow/testbed';
import { aFarmWithForms, MOBILE_FORMS, PROJECTS, type ProvisionedFarm } from '@furrow/testbed/farms';
import { SigningKey } from '@furrow/testbed/keys';
import { type ApiProcess, Client, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const HOSTS = ['api', 'gateway'] as const;

const MADE_UP_ELSEWHERE = [
  ...['DATABASE_URL', 'IOT_TOKEN_KEY', 'MEDIA_URL_KEY'],
  ...['MOBILE_JWT_AUDIENCE', 'MOBILE_JWT_ISSUER', 'MOBILE_JWT_JWKS_URI'],
  ...['USER_JWT_AUDIENCE', 'USER_JWT_ISSUER', 'USER_JWT_JWKS_URI'],
];

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'furrow-production-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('starting', () => {
  it.each(HOSTS)('in production lists what would otherwise be created in FURROW_HOME: %s', async (host) => {
    const { exit, output } = await ServiceProcess.refusal(PROGRAMS[host], {
      ...{ NODE_ENV: 'production', FURROW_HOME: home, FURROW_API_PORT: '0', FURROW_IOT_PORT: '0' },
    });
    expect(exit).toBe(1);
    const missing = [...output.matchAll(/\b([A-Z][A-Z_]+) is missing/g)].map(([, name]) => name);
    expect(missing.toSorted()).toEqual(MADE_UP_ELSEWHERE);
    expect(await readdir(home)).toEqual([]);
  });
});

describe('an installation in production whose home has development keys', () => {
  let users: TestIdentityProvider;
  let phones: TestIdentityProvider;
  let system: System;
  let farm: ProvisionedFarm;
  let mobileKey: SigningKey;
  let production: ApiProcess;

  beforeAll(async () => {
    [users, phones] = [await TestIdentityProvider.start(), await TestIdentityProvider.start()];
    system = await System.shared();
    mobileKey = await SigningKey.putInto(system.home, 'mobile');
    farm = await system.provision(aFarmWithForms('acme'));
    production = await system.another({
      NODE_ENV: 'production',
      ...issuedBy('USER_JWT', users),
      ...issuedBy('MOBILE_JWT', phones),
      ...{ MEDIA_URL_KEY: 'm'.repeat(43), IOT_TOKEN_KEY: 'i'.repeat(43), LOG_LEVEL: 'debug' },
    });
  });
  afterAll(async () => {
    await production?.end();
    await system?.stop();
    await Promise.all([users?.stop(), phones?.stop()]);
  });

  const issuedBy = (prefix: string, { issuer, audience, jwksUri }: TestIdentityProvider) => ({
    [`${prefix}_ISSUER`]: issuer,
    [`${prefix}_AUDIENCE`]: audience,
    [`${prefix}_JWKS_URI`]: jwksUri,
  });

  it('in production never accepts development keys', async () => {
    const sub = farm.idpId('ana');
    for (const [path, provider, key] of [
      [PROJECTS, users, system.key],
      [MOBILE_FORMS, phones, mobileKey],
    ] as const) {
      const ask = (url: string, jwt: string) => Client.withBearer(url, jwt).get(path);
      // The same installation accepts each of them outside of production, and the provider's here.
      expect((await ask(system.url, key.jwt(sub))).status).toBe(200);
      expect((await ask(production.url, provider.sign({ sub }))).status).toBe(200);
      expectRefusal(await ask(production.url, key.jwt(sub)), 401, 'B', 'invalid_token');
      const { issuer, audience } = provider;
      const dressedUp = key.jwt(sub, { iss: issuer, aud: audience }, { kid: provider.key.kid });
      expectRefusal(await ask(production.url, dressedUp), 401, 'B', 'invalid_token');
    }
  });

  it('in production logs one line of JSON per request, with its caller and outcome but no secret', async () => {
    const jwt = users.sign({ sub: farm.idpId('ana') });
    const ask = (id: string, path: string, token = jwt) =>
      Client.withBearer(production.url, token).get(path, { headers: { 'x-request-id': id } });
    await ask('logged-1', `${PROJECTS}?page=1`);
    await ask('logged-2', PROJECTS, `${jwt}x`);
    const lineOf = (id: string) =>
      production
        .output()
        .split('\n')
        .find((text) => text.includes(`"${id}"`) && text.includes('request completed'));
    await until(
      'both are logged',
      () => lineOf('logged-1') !== undefined && lineOf('logged-2') !== undefined,
    );
    const [first, second] = ['logged-1', 'logged-2'].map((id) => JSON.parse(lineOf(id) ?? ''));
    const req = { method: 'GET', url: PROJECTS };
    const line = { time: expect.any(String), durationMs: expect.any(Number), msg: 'request completed', req };
    const caller = { idpId: farm.idpId('ana'), userId: farm.ids.users[farm.idpId('ana')] };
    expect(first).toMatchObject({ ...line, ...caller, level: 'debug', res: { status: 200 } });
    expect(first.companyId).toEqual(expect.any(String));
    expect(second).toMatchObject({ ...line, level: 'info', res: { status: 401 } });
    expect(second).not.toHaveProperty('userId');
    expect(production.output()).not.toContain(jwt.split('.')[2]);
  });
});
