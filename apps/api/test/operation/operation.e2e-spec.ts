import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIdle, rawRequest } from '@furrow/http/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROJECTS } from '@furrow/testbed/farms';
import { ApiProcess, Client, System } from '@furrow/testbed/system';
import { expectCommonHeaders, expectRefusal } from '../harness/refusal.ts';

/** An empty setting is treated as unset. */
const EMPTY = { RATE_LIMIT_PER_SECOND: '', PUBLIC_API_URL: '', METRICS_TOKEN: '', CORS_ORIGINS: '' };

let system: System;
/** One with settings that the other has not. */
let configured: ApiProcess;
let home: string;

beforeAll(async () => {
  system = await System.start(EMPTY);
  configured = await system.another({
    ...{ METRICS_TOKEN: 'secret of metrics', CORS_ORIGINS: 'https://app.example' },
    ...{ USER_JWT_ISSUER: 'https://id.example/', USER_JWT_AUDIENCE: 'furrow' },
    USER_JWT_JWKS_URI: 'http://127.0.0.1:9/jwks.json',
  });
  home = await mkdtemp(join(tmpdir(), 'furrow-start-'));
});
afterAll(async () => {
  await configured?.end();
  await system?.stop();
  if (home) await rm(home, { recursive: true, force: true });
});

describe('health', () => {
  it('reports that the process runs and that it is ready for requests', async () => {
    const live = await system.stranger.get('/health/live');
    expect({ status: live.status, body: live.body }).toEqual({
      status: 200,
      body: { status: 'success', data: { live: true } },
    });
    expectCommonHeaders(live);
    const ready = await system.stranger.get('/health/ready');
    expect(ready).toMatchObject({ status: 200, body: { status: 'success' } });
  });

  it('is not ready while a migration is missing', async () => {
    const [last] = await system.sql<{ id: number; timestamp: string; name: string }>(
      'SELECT * FROM public.migrations ORDER BY id DESC LIMIT 1',
    );
    await system.sql('DELETE FROM public.migrations WHERE id = $1', [last!.id]);
    try {
      expectRefusal(await system.stranger.get('/health/ready'), 503, 'B', 'overloaded');
    } finally {
      await system.sql('INSERT INTO public.migrations VALUES ($1, $2, $3)', [
        last!.id,
        last!.timestamp,
        last!.name,
      ]);
    }
    expect((await system.stranger.get('/health/ready')).status).toBe(200);
  });
});

describe('metrics', () => {
  it('are served only to this machine if there is no token', async () => {
    await system.stranger.get(PROJECTS);
    const answer = await system.stranger.get('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.text).toMatch(/^furrow_http_requests_total\{.*status="401".*\} [1-9]/m);
    expect(answer.text).toMatch(/^furrow_refused_total\{code="unauthenticated"\} [1-9]/m);
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expectRefusal(
        await new Client(system.url, { [name]: '10.0.0.1' }).get('/metrics'),
        403,
        'B',
        'forbidden',
      );
  });

  it('are not served to a page whose name was made to lead to this machine', async () => {
    const status = async (url: string, host: string) =>
      (await rawRequest(url, 'GET', '/metrics', { headers: { host } })).status;
    expect(await status(system.url, 'evil.example')).toBe(403);
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000'])
      expect(await status(system.url, host)).toBe(200);
    const named = await system.another({ METRICS_TOKEN: '', PUBLIC_IOT_URL: 'https://farm.example' });
    try {
      expect([await status(named.url, 'farm.example'), await status(named.url, 'evil.example')]).toEqual([
        200, 403,
      ]);
    } finally {
      await named.end();
    }
  });

  it('are served to everybody with the token if there is one', async () => {
    const asking = (authorization?: string) =>
      new Client(configured.url, authorization === undefined ? {} : { authorization }).get('/metrics');
    expect((await asking('Bearer secret of metrics')).status).toBe(200);
    for (const wrong of [undefined, 'Bearer secret', 'secret of metrics', 'Basic secret of metrics'])
      expectRefusal(await asking(wrong), 401, 'B', 'unauthenticated');
  });
});

describe('the API', () => {
  it('refuses pages of all other origins until some are allowed', async () => {
    const allowed = async (url: string, origin: string, method: string) => {
      const preflight = { origin, 'access-control-request-method': 'GET' };
      const { headers } = await new Client(url, preflight).request(method, PROJECTS);
      return headers.get('access-control-allow-origin');
    };
    for (const method of ['OPTIONS', 'GET']) {
      for (const origin of ['https://app.example', 'https://evil.example', 'null', system.url])
        expect(await allowed(system.url, origin, method)).toBeNull();
      expect(await allowed(configured.url, 'https://app.example', method)).toBe('https://app.example');
      for (const origin of ['https://evil.example', 'https://app.example.evil.example', 'null'])
        expect(await allowed(configured.url, origin, method)).toBeNull();
    }
  });
});

describe('an identity provider that cannot be reached', () => {
  it('leads to 503, because the JWT can be neither accepted nor refused', async () => {
    const jwt = system.key.jwt('idp|x', { iss: 'https://id.example/', aud: 'furrow' }, { kid: 'k1' });
    const answer = await Client.withBearer(configured.url, jwt).get(PROJECTS);
    expectRefusal(answer, 503, 'B', 'identity_provider_unavailable');
    expectRefusal(await Client.withBearer(configured.url, 'abc').get(PROJECTS), 401, 'B', 'invalid_token');
  });
});

describe('starting', () => {
  const refusal = (env: Record<string, string>) =>
    ApiProcess.refusal({
      FURROW_HOME: home,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
      ...env,
    });

  it('is refused with every wrong setting and what it accepts, but without secrets', async () => {
    const wrong = [
      ['FURROW_API_PORT', '65536', '0 to 65535'],
      ['DATABASE_URL', 'mysql://me:hidden@x', 'postgres'],
      ['DATABASE_OWNER_URL', 'x', 'postgres'],
      ['PUBLIC_API_URL', 'example.com', 'http'],
      ['RATE_LIMIT_PER_SECOND', '-1', 'whole number'],
      ['USER_JWT_JWKS_URI', 'file:///keys', 'http'],
      ['CORS_ORIGINS', 'example.com', 'origins'],
    ] as const;
    const { exit, output } = await refusal(Object.fromEntries(wrong.map(([name, value]) => [name, value])));
    expect(exit).toBe(1);
    for (const [name, , accepts] of wrong) expect(output).toMatch(new RegExp(`${name}.*${accepts}`));
    // One of an identity provider's three variables requires the others.
    for (const name of ['USER_JWT_ISSUER', 'USER_JWT_AUDIENCE']) expect(output).toContain(name);
    expect(output).not.toMatch(/hidden|\bat .+\.js:\d+/);
  });

  it('treats an empty setting as unset', async () => {
    expect(system.environmentOfApi).toMatchObject(EMPTY);
    expect((await system.stranger.get('/metrics')).status).toBe(200);
  });

  it('ends quickly when the process is asked to stop, although clients keep connections open', async () => {
    const { idle, silent, head } = await openIdle(configured.url);
    // Longer than proxies keep them.
    expect(head).toMatch(/\r\nKeep-Alive: timeout=75\r\n/);
    const closed = Promise.all([once(idle, 'close'), once(silent, 'close')]);
    const asked = performance.now();
    expect(await configured.end('SIGTERM')).not.toBe('SIGKILL');
    expect(performance.now() - asked).toBeLessThan(30_000);
    await closed;
  });
});

describe('the process', () => {
  it('reports that its port is in use, and exits', async () => {
    const port = new URL(system.url).port;
    for (const [env, sentence] of [
      [
        {},
        /^furrow-api cannot start: another program listens on port \d+ of 127\.0\.0\.1 already\. Stop that/,
      ],
      [
        { FURROW_HOST: '192.0.2.1' },
        /^furrow-api cannot start: this machine has no address 192\.0\.2\.1\. Set FURROW_HOST/,
      ],
      [
        { FURROW_HOST: 'no-host.invalid' },
        /^furrow-api cannot start: the name no-host\.invalid has no address\. Set FURROW_HOST/,
      ],
    ] as const) {
      const { exit, output } = await ApiProcess.refusal({
        ...system.environmentOfApi,
        FURROW_API_PORT: port,
        ...env,
      });
      expect(exit).toBe(1);
      expect(output).toMatch(sentence);
      expect(output.trim().split('\n')).toHaveLength(1);
    }
  });
});
