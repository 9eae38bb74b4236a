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

const limitedOf = (answers: readonly TokenAnswer[]) => answers.filter(({ status }) => status === 429);

describe('wrong secrets', () => {
  it('from one address soon have to wait, while a good device behind it gets its token', async () => {
    const carrier = '192.0.2.1';
    const [first] = limitedOf(await guess(TOLD_AT_ONCE + 50, () => carrier));
    expect(first?.body).toMatchObject({ code: 'rate_limited' });
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await ask(carrier, device)).status).toBe(201);
    // Other addresses are not affected.
    expect((await ask('192.0.2.2', { ...device, deviceSecret: WRONG })).status).toBe(401);
  });

  it('for one device have to wait, while the device itself gets its token from the same address', async () => {
    const carrier = '192.0.2.3';
    const stale = await Promise.all(
      Array.from({ length: 30 }, () => ask(carrier, { ...device, deviceSecret: WRONG })),
    );
    expect(limitedOf(stale).length).toBeGreaterThan(5);
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
    const subscriber = (n: number) => `2001:db8:1:2::${(n + 1).toString(16)}`;
    expect(limitedOf(await guess(TOLD_AT_ONCE + 50, subscriber)).length).toBeGreaterThan(20);
    expect(limitedOf(await guess(20, (n) => `2001:db8:1:3::${n + 1}`))).toEqual([]);
    const mapped = (n: number) => (n % 2 === 0 ? '192.0.2.5' : '::ffff:192.0.2.5');
    expect(limitedOf(await guess(TOLD_AT_ONCE + 50, mapped)).length).toBeGreaterThan(20);
  });
});
