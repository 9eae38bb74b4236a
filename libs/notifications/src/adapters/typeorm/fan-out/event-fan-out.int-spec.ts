import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Consequence } from '../../../domain/index.ts';
import { type Hook, WorkingWebhooks } from '../../../testing/working-webhooks.ts';

let work: WorkingWebhooks;
beforeAll(async () => {
  work = await WorkingWebhooks.start();
});
afterEach(async () => {
  await work.postgres.owner.query('ALTER TABLE notifications.deliveries DROP CONSTRAINT IF EXISTS bad');
  await work.reset();
});
afterAll(() => work?.close());

/** From now on such deliveries cannot be stored. */
const refuse = (condition: string) =>
  work.postgres.owner.query(
    `ALTER TABLE notifications.deliveries ADD CONSTRAINT bad CHECK (NOT (${condition})) NOT VALID`,
  );
const typesOf = async (hook: Hook) =>
  (await work.log(hook)).items.map(({ deliveryId, status }) => [deliveryId.length > 0, status]);
const bodiesOf = async ({ webhookId }: Hook): Promise<string[]> => {
  const { rows } = await work.postgres.owner.query<{ body: string }>(
    `SELECT body FROM notifications.deliveries WHERE webhook_id = $1`,
    [webhookId],
  );
  return rows
    .map(({ body }) => (JSON.parse(body) as { data: { workerId: string } }).data.workerId)
    .toSorted();
};
const setAside = async () =>
  (
    await work.postgres.owner.query<{ failures: number; reason: string; wait: number }>(
      `SELECT failures, reason, extract(epoch FROM next_at - now())::float8 AS wait FROM notifications.events_set_aside`,
    )
  ).rows;
const whenDue = () => work.postgres.owner.query(`UPDATE notifications.events_set_aside SET next_at = now()`);

describe('the reading of events', () => {
  it('sets an act aside whose deliveries cannot be made, and goes on with all others', async () => {
    const receiver = await work.receiver();
    const [bad, good] = [await work.hook(receiver), await work.hook(receiver)];
    await refuse(`body LIKE '%"w-bad"%'`);
    for (const worker of ['w-1', 'w-bad', 'w-2']) await work.register(bad.companyId, [worker]);
    await work.register(good.companyId, ['w-3']);
    await work.fanOut();
    expect(await bodiesOf(bad)).toEqual(['w-1', 'w-2']);
    expect(await bodiesOf(good)).toEqual(['w-3']);
    expect(await setAside()).toEqual([
      { failures: 1, reason: expect.stringContaining('bad'), wait: expect.any(Number) },
    ]);
    // It is tried again later and later, and delays nothing.
    expect(await work.queue.takeUp()).toBe(0);
    for (let failures = 2; failures < 5; failures++) {
      await whenDue();
      expect(await work.queue.takeUp()).toBe(1);
      const [row] = await setAside();
      expect(row?.failures).toBe(failures);
      expect(row?.wait).toBeGreaterThan(10 * 2 ** (failures - 1) - 5);
    }
    await work.postgres.owner.query('ALTER TABLE notifications.deliveries DROP CONSTRAINT bad');
    await whenDue();
    await work.queue.takeUp();
    expect(await setAside()).toEqual([]);
    expect(await bodiesOf(bad)).toEqual(['w-1', 'w-2', 'w-bad']);
    await work.deliver();
    expect(await typesOf(bad)).toEqual(Array.from({ length: 3 }, () => [true, 'delivered']));
  });

  it('takes as many acts at once as fit into a slice, however many events each has', async () => {
    const hook = await work.hook(await work.receiver());
    const act = (name: string) => Array.from({ length: 1_000 }, (_, index) => `${name}-${index}`);
    for (let n = 0; n < 5; n++) await work.register(hook.companyId, act(`w${n}`));
    const slices: [number, number][] = [];
    for (let taken = 0; taken < 5;) {
      const { acts, deliveries } = await work.queue.fanOut(500);
      if (acts > 0) slices.push([acts, deliveries]);
      taken += acts;
    }
    expect(Math.max(...slices.map(([, deliveries]) => deliveries))).toBeLessThanOrEqual(3_000);
    expect(slices.reduce((sum, [, deliveries]) => sum + deliveries, 0)).toBe(5_000);
  });

  it('moves on only together with what it sets aside', async () => {
    const hook = await work.hook(await work.receiver());
    await work.register(hook.companyId, ['w-1']);
    await work.postgres.owner.query('REVOKE INSERT ON notifications.events_set_aside FROM furrow_system');
    await refuse('true');
    try {
      await expect(work.fanOut()).rejects.toThrow('permission denied');
    } finally {
      await work.postgres.owner.query('GRANT INSERT ON notifications.events_set_aside TO furrow_system');
    }
    await work.postgres.owner.query('ALTER TABLE notifications.deliveries DROP CONSTRAINT bad');
    await work.fanOut();
    expect(await bodiesOf(hook)).toEqual(['w-1']);
    expect(await setAside()).toEqual([]);
  });
});

describe('the outcome of an attempt', () => {
  it('that cannot be recorded does not take others with it', async () => {
    const receiver = await work.receiver();
    const hook = await work.hook(receiver);
    await work.register(hook.companyId, ['w-1', 'w-2', 'w-3', 'w-4', 'w-5']);
    await work.fanOut();
    const claimed = await work.queue.claim({
      ...{ limit: 100, perWebhook: 100, perCompany: 100, webhooks: new Map(), companies: new Map() },
    });
    await refuse(`attempts::text LIKE '%418%'`);
    const consequence: Consequence = { status: 'delivered' };
    const unrecorded = await work.queue.record(
      claimed.map((delivery, index) => ({
        ...{ delivery, consequence, isGone: false },
        attempt: {
          ...{ time: new Date().toISOString(), duration: 1, reason: null },
          status: index === 2 ? 418 : 200,
        },
      })),
    );
    expect(unrecorded).toBe(1);
    const statuses = (await work.log(hook)).items.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...['delivered', 'delivered', 'delivered', 'delivered'], 'pending']);
  });
});
