import { until } from '@furrow/testbed';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askForToken, type DeviceCredential, GatewaySystem, type TokenAnswer } from '../harness/index.ts';

const WRONG = 'x'.repeat(43);
/** How many wrong secrets of one address are answered as wrong in a burst. */
const TOLD_AT_ONCE = 100;

let system: GatewaySystem;
let device: DeviceCredential;
beforeAll(async () => {
  system = await GatewaySystem.start({ TRUST_PROXY: 'true' });
  device = await system.device();
});
afterAll(() => system?.stop());

const ask = (address: string, credential: DeviceCredential) =>
  askForToken(system.listening, credential, { 'x-forwarded-for': address });

/** Wrong secrets of many devices, from each of these addresses in turn. */
function guess(count: number, addressOf: (n: number) => string): Promise<TokenAnswer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, n) =>
      ask(addressOf(n), { deviceId: `guessed-${n}`, deviceSecret: WRONG }),
    ),
  );
}

/** The first burst of which some had to wait: while a busy machine answers one, the limit permits more. */
function limited(burst: (attempt: number) => Promise<TokenAnswer[]>): Promise<TokenAnswer[]> {
  let attempt = 0;
  return until('some have to wait', async () => {
    attempt += 1;
    const found = limitedOf(await burst(attempt));
    return found.length > 0 && found;
  });
}

const limitedOf = (answers: readonly TokenAnswer[]) => answers.filter(({ status }) => status === 429);

describe('wrong secrets', () => {
  it('from one address soon have to wait, while a good device behind it gets its token', async () => {
    const carrier = '192.0.2.1';
    const [first] = await limited(() => guess(TOLD_AT_ONCE + 50, () => carrier));
    expect(first?.body).toMatchObject({ code: 'rate_limited' });
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await ask(carrier, device)).status).toBe(201);
    // Other addresses are not affected.
    expect((await ask('192.0.2.2', { ...device, deviceSecret: WRONG })).status).toBe(401);
  });

  it('for one device have to wait, while the device itself gets its token from the same address', async () => {
    const carrier = '192.0.2.3';
    await limited(() =>
      Promise.all(Array.from({ length: 30 }, () => ask(carrier, { ...device, deviceSecret: WRONG }))),
    );
    expect((await ask(carrier, device)).status).toBe(201);
  });

  it('are not checked without limit: far beyond it a right one has to wait as well', async () => {
    const attacker = '192.0.2.4';
    const right = await Promise.all(
      Array.from({ length: 400 }, (_, n) => {
        const credential = n % 2 === 0 ? { ...device, deviceSecret: WRONG } : device;
        return ask(attacker, credential);
      }),
    );
    expect(right.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(right.some(({ status }, n) => n % 2 === 1 && status === 429)).toBe(true);
  });

  it('from one IPv6 /64 count together, and IPv4 counts the same when written as IPv6', async () => {
    const subscriber = (lan: number) => (n: number) => `2001:db8:1:${lan + 2}::${(n + 1).toString(16)}`;
    // Each attempt from addresses of its own, which would have to wait for nothing alone.
    const from6 = await limited((attempt) => guess(TOLD_AT_ONCE + 50, subscriber(attempt)));
    expect(from6.length).toBeGreaterThan(0);
    expect(limitedOf(await guess(20, subscriber(1_000)))).toEqual([]);
    const mapped = (host: number) => (n: number) => `${n % 2 === 0 ? '' : '::ffff:'}192.0.2.${host + 5}`;
    const from4 = await limited((attempt) => guess(2 * TOLD_AT_ONCE - 10, mapped(attempt)));
    expect(from4.length).toBeGreaterThan(0);
  });
});
