import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceProcess } from '@furrow/testbed';
import { Crew } from './harness/crew.ts';
import { type Api, type Farm, IDP_ID, Installation, ROOT } from './harness/installation.ts';

type Line = Readonly<Record<string, unknown>>;

const JWKS = 'http://127.0.0.1:9/jwks.json';
/** The variables that production requires; nobody signs in here. */
const PRODUCTION = {
  ...{ NODE_ENV: 'production', IOT_TOKEN_KEY: 'i'.repeat(43), MEDIA_URL_KEY: 'm'.repeat(43) },
  ...{ MOBILE_JWT_ISSUER: 'm', MOBILE_JWT_AUDIENCE: 'm', MOBILE_JWT_JWKS_URI: JWKS },
  ...{ USER_JWT_ISSUER: 'u', USER_JWT_AUDIENCE: 'u', USER_JWT_JWKS_URI: JWKS },
};

let installation: Installation;
let farm: Farm;
let credential: string;
let keyId: string;

beforeAll(async () => {
  installation = await Installation.make({ LOG_LEVEL: 'debug' });
  farm = await installation.provision();
  ({ credential, keyId } = await installation.furrow<{ credential: string; keyId: string }>(
    ...['token', 'issue', '--company', 'acme', '--name', 'bi', '--scope', 'read:production'],
  ));
});
afterAll(() => installation?.remove());

/** Waits until the log contains what is expected, because a thread writes it. */
async function logged(output: () => string, isThere: (text: string) => boolean): Promise<string> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline;) {
    await sleep(50);
    if (isThere(output())) return output();
  }
  throw new Error(`It was never logged:\n${output()}`);
}

describe('in production', () => {
  let api: Api;
  beforeAll(async () => {
    api = await installation.api(PRODUCTION);
  });

  it('a request is one line of JSON that says who sent it, how it ended and how long it took', async () => {
    const url = `${api.ready.url}/api/control/harvest?startTime=2026-02-01&endTime=2026-02-02`;
    const headers = { authorization: `Bearer ${credential}`, 'x-request-id': 'of-a-dashboard' };
    expect((await fetch(url, { headers })).status).toBe(200);
    const text = await logged(api.output, (all) => all.includes('of-a-dashboard'));
    const line = jsonLines(text).find(({ requestId }) => requestId === 'of-a-dashboard');
    expect(line).toMatchObject({
      ...{ level: 'debug', companyId: farm.companyId, keyId, durationMs: expect.any(Number) },
      req: { method: 'GET', url: '/api/control/harvest' },
      res: { status: 200 },
    });
    expect(new Date(String(line?.['time'])).getTime()).toBeGreaterThan(Date.now() - 600_000);
  });

  it('a failed start is a line of JSON too', async () => {
    const { port } = new URL(api.ready.url);
    const env = { ...installation.environment, ...PRODUCTION, LOG_LEVEL: 'info', FURROW_API_PORT: port };
    const { exit, output } = await ServiceProcess.refusal(join(ROOT, 'apps/api/bundle/main.js'), env);
    expect(exit).toBe(1);
    expect(jsonLines(output)).toEqual([
      expect.objectContaining({
        level: 'fatal',
        msg: expect.stringMatching(/another program listens on port/),
      }),
    ]);
  });

  it('an unexpected error is logged completely, with its request', async () => {
    await installation.sql('ALTER TABLE production.sessions RENAME TO sessions_away');
    try {
      const url = `${api.ready.url}/api/control/harvest?startTime=2026-02-01&endTime=2026-02-02`;
      const headers = { authorization: `Bearer ${credential}`, 'x-request-id': 'of-a-defect' };
      expect((await fetch(url, { headers })).status).toBe(500);
      const text = await logged(api.output, (all) => all.includes('unexpected error'));
      const line = jsonLines(text).find(({ msg }) => msg === 'unexpected error');
      expect(line).toMatchObject({
        ...{ level: 'error', requestId: 'of-a-defect', companyId: farm.companyId, keyId },
        err: {
          message: expect.stringContaining('production.sessions'),
          stack: expect.stringContaining('at '),
        },
      });
    } finally {
      await installation.sql('ALTER TABLE production.sessions_away RENAME TO sessions');
    }
  });

  // Last, because it stops the API of the others.
  it.each(['api', 'gateway'] as const)(
    'the %s logs where it listens and how it stopped, in one line each',
    async (host) => {
      const service = host === 'api' ? api : await installation.gateway({ ...PRODUCTION, LOG_LEVEL: 'info' });
      await logged(service.output, (all) => all.includes('listens'));
      expect(await service.end()).toBe('SIGTERM');
      const name = host === 'api' ? 'furrow-api' : 'furrow-iot-gateway';
      const version = expect.stringMatching(/^\d+\.\d+\.\d+/);
      const lines = jsonLines(service.wholeOutput()).filter(({ level }) => level === 'info');
      const about = (word: string) => lines.filter(({ msg }) => String(msg).includes(word));
      expect(about('listens at')).toEqual([
        expect.objectContaining({
          ...{ level: 'info', version, url: service.ready.url, port: expect.any(Number) },
          msg: expect.stringMatching(new RegExp(`^${name} \\S+ listens at ${service.ready.url}\\.$`)),
        }),
      ]);
      expect(about('stopped cleanly')).toEqual([
        expect.objectContaining({
          ...{
            level: 'info',
            version,
            signal: 'SIGTERM',
            tookMs: expect.any(Number),
            upSeconds: expect.any(Number),
          },
          msg: expect.stringMatching(
            new RegExp(`^${name} \\S+ stopped cleanly within \\d+\\.\\d s of SIGTERM`),
          ),
        }),
      ]);
      expect(lines).toHaveLength(2);
    },
  );
});

describe('secrets', () => {
  it('of every kind appear in no log line of either host, at any level and wherever they are sent', async () => {
    const env = {
      LOG_LEVEL: 'trace',
      METRICS_TOKEN: 'the-token-of-metrics',
      STATIC_API_KEYS: 'acme:a-static-key-of-24-chars',
    };
    const [api, gateway] = await Promise.all([installation.api(env), installation.gateway(env)]);
    const bearer = await installation.bearer();
    const crew = new Crew(api.ready.url, bearer, farm);
    await crew.open();
    await crew.record();
    const { deviceSecret } = farm.devices['ws-1'];
    const token = await fetch(`${gateway.ready.url}/api/iot/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}` },
      body: JSON.stringify({ deviceId: 'ws-1', deviceSecret }),
    });
    const { data } = (await token.json()) as { data: { token: string } };
    const places = [
      [`${api.ready.url}/api/control/harvest?token=${credential}`, { authorization: `Bearer ${credential}` }],
      [
        `${api.ready.url}/api/control/weather?key=a-static-key-of-24-chars`,
        { 'x-api-key': 'a-static-key-of-24-chars' },
      ],
      [`${api.ready.url}/metrics`, { authorization: 'Bearer the-token-of-metrics' }],
      [`${gateway.ready.url}/mqtt?token=${data.token}`, { 'x-iot-token': data.token }],
      [
        `${gateway.ready.url}/metrics`,
        { authorization: 'Bearer the-token-of-metrics', cookie: 'a=the-cookie' },
      ],
    ] as const;
    for (const [url, headers] of places) await (await fetch(url, { headers })).text();
    await fetch(`${api.ready.url}/nowhere`, { headers: { 'x-request-id': 'the-last-one' } });
    await fetch(`${gateway.ready.url}/nowhere`, { headers: { 'x-request-id': 'the-last-one' } });
    for (const { output } of [api, gateway]) {
      const text = await logged(output, (all) => all.includes('the-last-one'));
      const secrets = { bearer, credential: credential.split('.')[1]!, deviceSecret, token: data.token };
      const passwords = [new URL(installation.environment['DATABASE_URL']!).password];
      const others = ['a-static-key-of-24-chars', 'the-token-of-metrics', 'the-cookie', ...passwords];
      for (const secret of [...Object.values(secrets), ...others]) expect(text).not.toContain(secret);
    }
    expect(api.output()).toContain(IDP_ID);
  });
});

function jsonLines(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Line];
      } catch {
        return []; // cut off where the kept output begins
      }
    });
}
