import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openIdle, rawRequest } from '@furrow/http/testing';
import { until } from '@furrow/testbed';
import {
  askForToken,
  CONNECT,
  type DeviceCredential,
  fetch,
  GatewaySystem,
  minute,
  RawClient,
  refusedUpgrade,
  Station,
  tokenOf,
} from '../harness/index.ts';

let system: GatewaySystem;
let device: DeviceCredential;
beforeAll(async () => {
  system = await GatewaySystem.start();
  device = await system.device();
});
afterAll(() => system?.stop());

const refusal = (code: string) => ({
  ...{ status: 'error', code, message: expect.any(String), error: expect.any(String) },
});

describe('a token', () => {
  it('is issued for the secret of a device, for an hour', async () => {
    const { status, headers, body } = await askForToken(system.listening, device);
    expect(status).toBe(201);
    expect(body).toEqual({
      status: 'success',
      data: { token: expect.any(String), expiresAt: expect.any(String) },
    });
    expect(body.data.expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(body.data.expiresAt) - Date.now()).toBeGreaterThan(3_590_000);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/./);
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it.each([
    ['a wrong secret', () => ({ ...device, deviceSecret: 'x'.repeat(43) })],
    ['an unknown device', () => ({ deviceId: 'nobody', deviceSecret: device.deviceSecret })],
  ])('is not issued for %s', async (_, credential) => {
    const { status, headers, body } = await askForToken(system.listening, credential());
    expect({ status, body }).toEqual({ status: 401, body: refusal('invalid_token') });
    expect(headers.get('www-authenticate')).toBeTruthy();
  });

  it.each([
    ['{}', 400, 'validation_failed'],
    ['{"deviceId":1,"deviceSecret":null}', 400, 'validation_failed'],
    ['{"deviceId":"a\\u0000b","deviceSecret":"x"}', 400, 'validation_failed'],
    ['nonsense', 400, 'malformed_json'],
    ['[]', 400, 'validation_failed'],
    [JSON.stringify({ deviceId: 'x', deviceSecret: 'x'.repeat(20_000) }), 413, 'payload_too_large'],
  ])('is not issued for %.40s', async (text, status, code) => {
    const answer = await askForToken(system.listening, text);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  });

  it('is not issued to an inactive or revoked device', async () => {
    const gone = await system.device();
    await system.furrow('device', 'revoke', gone.deviceId);
    expect((await askForToken(system.listening, gone)).status).toBe(401);
  });

  it('cannot be guessed: attempts for a device have to wait, and other devices do not', async () => {
    const target = await system.device();
    const guess = () => askForToken(system.listening, { ...target, deviceSecret: `guess-${Math.random()}` });
    const limited = await until('some have to wait', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, guess));
      const found = answers.filter(({ status }) => status === 429);
      return found.length > 5 && found;
    });
    expect(limited[0]!.body).toEqual(refusal('rate_limited'));
    expect(Number(limited[0]!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await askForToken(system.listening, device)).status).toBe(201);
  });
});

const upgrade = (token: string) =>
  refusedUpgrade(system.listening.mqttUrl, { ...(token && { 'x-iot-token': token }) });

describe('the upgrade', () => {
  it('is refused without a token, with a bad one, and with one from another issuer', async () => {
    const token = await tokenOf(system.listening, device);
    const [header, claims] = token.split('.');
    const forged = (key: string) =>
      `${header}.${claims}.${createHmac('sha256', key).update(`${header}.${claims}`).digest('base64url')}`;
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`;
    expect(await upgrade('')).toMatchObject({ status: 401, body: refusal('unauthenticated') });
    for (const bad of ['nonsense', `${token}x`, forged('another key'), unsigned])
      expect(await upgrade(bad)).toMatchObject({ status: 401, body: refusal('invalid_token') });
    // Confirms that the home has this key, so that the forgery above differs in the key only.
    const key = readFileSync(join(system.home, 'keys', 'iot-token'), 'utf8').trim();
    expect(forged(key)).toBe(token);
  });

  it('is refused to a revoked device, and to a token of an earlier secret', async () => {
    const [revoked, rotated] = [await system.device(), await system.device()];
    const tokens = [await tokenOf(system.listening, revoked), await tokenOf(system.listening, rotated)];
    await system.furrow('device', 'revoke', revoked.deviceId);
    await system.furrow('device', 'rotate', rotated.deviceId);
    for (const token of tokens) {
      // Until the gateway has heard of the change, the upgrade is granted.
      const refused = await until('it is refused', () => upgrade(token).catch(() => undefined));
      expect(refused).toMatchObject({ status: 401, body: refusal('invalid_token') });
    }
  });

  it('is granted for any Origin, as Paho’s Python client always sends one', async () => {
    const token = await tokenOf(system.listening, device);
    const client = await RawClient.open(system.listening, token, { origin: 'https://elsewhere.example' });
    client.send(CONNECT());
    expect([...(await client.bytes(4))]).toEqual([0x20, 2, 0, 0]);
    client.end();
  });

  it('is refused at other paths, and for other protocols', async () => {
    const token = await tokenOf(system.listening, device);
    const elsewhere = system.listening.mqttUrl.replace('/mqtt', '/other');
    const headers = { 'x-iot-token': token };
    expect((await refusedUpgrade(elsewhere, headers)).status).toBe(404);
    expect((await refusedUpgrade(system.listening.mqttUrl, headers, 'soap')).status).toBe(400);
    expect((await refusedUpgrade(system.listening.mqttUrl, headers, null)).status).toBe(400);
  });

  it('is required when a client sends plain HTTP', async () => {
    const url = `${system.listening.url}/mqtt`;
    expect((await fetch(url)).status).toBe(401);
    const token = await tokenOf(system.listening, device);
    expect((await fetch(url, { headers: { 'x-iot-token': token } })).status).toBe(426);
    expect((await fetch(`${system.listening.url}/nothing`)).status).toBe(404);
  });
});

describe('a connection', () => {
  it('ends when its token does, and is refused with an expired token', async () => {
    const brief = await system.another({ IOT_TOKEN_TTL: '6s' });
    const token = await tokenOf(brief.ready, device);
    const station = await Station.connect(brief.ready, device);
    await station.weather({ ts: minute(0), te: 1 });
    const began = performance.now();
    await station.closed;
    expect(performance.now() - began).toBeLessThan(40_000);
    expect(await upgrade(token)).toMatchObject({ status: 401, body: refusal('token_expired') });
  });

  it.each(['revoke', 'rotate'])('ends within seconds of furrow device %s', async (command) => {
    const gone = await system.device();
    const [station, other] = [
      await Station.connect(system.listening, gone),
      await Station.connect(system.listening, device),
    ];
    await system.furrow('device', command, gone.deviceId);
    const began = performance.now();
    await station.closed;
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(other.client.connected).toBe(true);
    await other.end();
  });

  it('is taken over by the same client id of the same device, and by no other device', async () => {
    const stranger = await system.device();
    const options = { clientId: 'same' };
    const first = await Station.connect(system.listening, device, options);
    const other = await Station.connect(system.listening, stranger, options);
    const second = await Station.connect(system.listening, device, options);
    await first.closed;
    await Promise.all([second.weather({ ts: minute(1), te: 1 }), other.weather({ ts: minute(1), te: 2 })]);
    expect([first, second, other].map(({ client }) => client.connected)).toEqual([false, true, true]);
    await Promise.all([second.end(), other.end()]);
  });

  it('accepts any client id, even an empty one', async () => {
    const token = await tokenOf(system.listening, device);
    for (const id of ['', 'x'.repeat(30_000), 'a/b/../#+', 'ñandú 🌱', '__proto__']) {
      const client = await RawClient.open(system.listening, token);
      client.send(CONNECT({ fields: [id] }));
      expect([...(await client.bytes(4))]).toEqual([0x20, 2, 0, 0]);
      client.end();
    }
  });

  it('is closed when the same client opens ten more: the oldest is closed first', async () => {
    const busy = await system.device();
    const token = await tokenOf(system.listening, busy);
    const clients: RawClient[] = [];
    for (let i = 0; i < 11; i++) clients.push(await RawClient.open(system.listening, token));
    expect(await clients[0]!.ends()).toBe(true);
    expect(clients[10]!.closeCode).toBeUndefined();
    for (const client of clients) client.end();
  });

  it('that never sends CONNECT is closed', async () => {
    const client = await RawClient.open(system.listening, await tokenOf(system.listening, device));
    expect(await client.ends()).toBe(true);
  });

  it('that falls silent is closed after one and a half times its keepalive', async () => {
    const client = await RawClient.connected(
      system.listening,
      await tokenOf(system.listening, device),
      CONNECT({ keepalive: 4 }),
    );
    expect(await client.ends(1_500)).toBe(false);
    const began = performance.now();
    client.send(Buffer.from([0xc0, 0]));
    expect([...(await client.bytes(2))]).toEqual([0xd0, 0]);
    expect(await client.ends()).toBe(true);
    expect(performance.now() - began).toBeGreaterThan(5_000);
  });
});

describe('the gateway', () => {
  it('reports that it is alive and ready, and its metrics', async () => {
    const at = (path: string) => fetch(`${system.listening.url}${path}`);
    expect((await at('/health/live')).status).toBe(200);
    expect(await (await at('/health/ready')).json()).toMatchObject({ status: 'success' });
    expect(await (await at('/metrics')).text()).toContain('furrow_iot_connections');
  });

  it('serves its metrics neither through a proxy nor under a name that was made to lead here', async () => {
    const status = async (name: string, value: string) =>
      (await rawRequest(system.listening.url, 'GET', '/metrics', { headers: { [name]: value } })).status;
    expect(await status('host', 'localhost')).toBe(200);
    expect(await status('host', 'evil.example')).toBe(403);
    for (const name of ['via', 'x-real-ip'])
      expect([name, await status(name, '10.0.0.1')]).toEqual([name, 403]);
  });

  it('ends at once when it is asked to stop, although clients keep connections open', async () => {
    const another = await system.another();
    const { idle, silent, head } = await openIdle(another.ready.url);
    // Longer than proxies keep them.
    expect(head).toMatch(/\r\nKeep-Alive: timeout=75\r\n/);
    const closed = Promise.all([once(idle, 'close'), once(silent, 'close')]);
    expect(await another.end('SIGTERM')).toBe('SIGTERM');
    await closed;
  });

  it('refuses connections beyond its limit', async () => {
    const small = await system.another({ IOT_MAX_CONNECTIONS: '1' });
    const token = await tokenOf(small.ready, device);
    const first = await RawClient.connected(small.ready, token);
    const answer = await refusedUpgrade(small.ready.mqttUrl, { 'x-iot-token': token });
    expect(answer).toMatchObject({
      status: 503,
      body: refusal('overloaded'),
      headers: { 'retry-after': '2' },
    });
    first.end();
  });
});
