import { newId } from '@furrow/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TypeormDeliveryQueue } from '../adapters/typeorm/typeorm-delivery-queue.ts';
import { TypeormNotificationsTransactions } from '../adapters/typeorm/typeorm-notifications-transactions.ts';
import type { ClaimedDelivery, ClaimRequest, DeliveryQueue, DeliveryResult } from '../application/ports.ts';
import { type Consequence, SigningSecret, Webhook } from '../domain/index.ts';
import { NotificationsOnPostgres } from './notifications-on-postgres.ts';

const everything: ClaimRequest = {
  ...{ limit: 100, perWebhook: 100, perCompany: 100, webhooks: new Map(), companies: new Map() },
};
const FAILED = { status: 500, reason: 'answered 500' };
const SUCCEEDED = { status: 204, reason: null };
const resultOf = (delivery: ClaimedDelivery, consequence: Consequence, isGone = false): DeliveryResult => ({
  ...{ delivery, consequence, isGone },
  attempt: {
    ...{ time: new Date().toISOString(), duration: 1 },
    ...(consequence.status === 'delivered' ? SUCCEEDED : FAILED),
  },
});

interface Hook {
  readonly companyId: string;
  readonly webhookId: string;
  readonly secret: SigningSecret;
}

/** What the queue of deliveries must do, on one PostgreSQL or on a Citus: its statements are of several companies. */
export function describeDeliveryQueue(name: string, { onCitus = false } = {}): void {
  describe(`the queue of deliveries on ${name}`, () => {
    let postgres: NotificationsOnPostgres;
    let transactions: TypeormNotificationsTransactions;
    let queue: DeliveryQueue;
    beforeAll(async () => {
      postgres = await NotificationsOnPostgres.start({ poolSize: 6, onCitus });
      transactions = new TypeormNotificationsTransactions(postgres.database);
      queue = new TypeormDeliveryQueue(postgres.database);
      // From now on, in the epoch of its own that a copy of the template begins.
      for (let reads = 0; reads < 2; reads++) await queue.fanOut(1);
    });
    // A test leaves nothing that is due in the next one.
    afterEach(async () => {
      await postgres.owner.query(`UPDATE notifications.webhooks SET status = 'deleted'`);
      while ((await queue.sweep()) > 0);
    });
    afterAll(() => postgres?.close());

    async function hook(companyId: string): Promise<Hook> {
      const secret = SigningSecret.make();
      const url = 'https://hooks.example.com/';
      const webhook = Webhook.make({ url, events: ['worker.created'], description: null }, new Date());
      await transactions.run(companyId, ({ webhooks }) => webhooks.add(webhook, secret));
      return { companyId, webhookId: webhook.state.webhookId, secret };
    }
    /** A webhook in each of so many companies. */
    async function hooks(count: number): Promise<Hook[]> {
      const made: Hook[] = [];
      for (let i = 0; i < count; i++) made.push(await hook(await postgres.newCompany()));
      return made;
    }
    async function fanOut(): Promise<number> {
      for (let made = 0; ;) {
        const { deliveries, isMore } = await queue.fanOut(3);
        made += deliveries;
        if (!isMore) return made;
      }
    }
    /** Makes deliveries of so many events of each company. */
    async function due(companies: readonly Hook[], events = 1): Promise<void> {
      for (const companyId of new Set(companies.map((one) => one.companyId)))
        await postgres.register(companyId, Array.from({ length: events }, newId));
      await fanOut();
    }
    const log = async ({ companyId, webhookId }: Hook) =>
      (
        await transactions.run(companyId, ({ deliveries }) =>
          deliveries.page(webhookId, undefined, { page: 1, pageSize: 100 }),
        )
      ).items;
    const stateOf = async ({ companyId, webhookId }: Hook) =>
      (await transactions.run(companyId, ({ webhooks }) => webhooks.find(webhookId)))!.state;
    const idsOf = (deliveries: readonly ClaimedDelivery[]) => deliveries.map((one) => one.deliveryId);
    const of = (deliveries: readonly ClaimedDelivery[], { webhookId }: Hook) =>
      deliveries.filter((one) => one.webhookId === webhookId);

    it('makes a delivery of each event for each webhook of its company, once', async () => {
      const made = await hooks(3);
      made.push(await hook(made[0]!.companyId));
      for (const { companyId } of made.slice(0, 3)) await postgres.register(companyId, [newId(), newId()]);
      await postgres.register(await postgres.newCompany(), [newId()]);
      expect(await fanOut()).toBe(8);
      expect(await fanOut()).toBe(0);
      for (const one of made)
        expect(await log(one)).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
    });

    it('hands out each due delivery once, with the secrets of its webhook', async () => {
      const made = await hooks(3);
      await due(made, 2);
      const claimed = [await queue.claim({ ...everything, limit: 4 }), await queue.claim(everything)];
      expect(claimed.map(({ length }) => length)).toEqual([4, 2]);
      expect(new Set(idsOf(claimed.flat())).size).toBe(6);
      for (const one of made) {
        const [first, ...rest] = of(claimed.flat(), one);
        expect(rest).toHaveLength(1);
        expect(first).toMatchObject({
          companyId: one.companyId,
          url: 'https://hooks.example.com/',
          failures: 0,
        });
        expect(first?.secrets.map(({ text }) => text)).toEqual([one.secret.text]);
      }
      expect(await queue.claim(everything)).toEqual([]);
    });

    it('hands out no more than a webhook, a company and a process may have in flight', async () => {
      const made = await hooks(2);
      made.push(await hook(made[0]!.companyId));
      await due(made, 5);
      const [first, second, beside] = made as [Hook, Hook, Hook];
      const request = {
        ...{ limit: 100, perWebhook: 4, perCompany: 5 },
        webhooks: new Map([[first.webhookId, 2]]),
        companies: new Map([[first.companyId, 2]]),
      };
      const claimed = await queue.claim(request);
      expect(of(claimed, first).length).toBeLessThanOrEqual(2);
      expect(of(claimed, first).length + of(claimed, beside).length).toBe(3);
      expect(of(claimed, second)).toHaveLength(4);
      const full = new Map([[first.companyId, 5]]);
      expect((await queue.claim({ ...everything, perCompany: 5, companies: full })).length).toBe(1);
    });

    it('prefers companies with the fewest attempts in flight', async () => {
      const [busy, idle] = (await hooks(2)) as [Hook, Hook];
      for (const one of [busy, idle]) await due([one], 2);
      const companies = new Map([[busy.companyId, 5]]);
      const [first] = await queue.claim({ ...everything, limit: 1, companies });
      expect(first?.companyId).toBe(idle.companyId);
    });

    it('is claimed by several processes at once, each delivery by one of them', async () => {
      const made = await hooks(3);
      await due(made, 4);
      const claimed: ClaimedDelivery[] = [];
      const work = async () => {
        for (let empty = 0; empty < 3;) {
          const some = await queue.claim({ ...everything, limit: 2 });
          empty = some.length === 0 ? empty + 1 : 0;
          claimed.push(...some);
        }
      };
      await Promise.all([work(), work(), work()]);
      expect(claimed).toHaveLength(12);
      expect(new Set(idsOf(claimed)).size).toBe(12);
    });

    it('records what became of the deliveries of several companies', async () => {
      const made = (await hooks(4)) as [Hook, Hook, Hook, Hook];
      const [good, slow, bad, gone] = made;
      await due(made);
      const claimed = await queue.claim(everything);
      const [first, second, third, fourth] = made.map((one) => of(claimed, one)[0]!);
      const results = [
        resultOf(first!, { status: 'delivered' }),
        resultOf(second!, { status: 'pending', waitMs: 3_600_000 }),
        resultOf(third!, { status: 'failed' }),
        resultOf(fourth!, { status: 'failed' }, true),
      ];
      expect(await queue.record(results)).toBe(0);
      expect(await log(good)).toMatchObject([
        { status: 'delivered', nextAttemptAt: null, attempts: [SUCCEEDED] },
      ]);
      const [waiting] = await log(slow);
      expect(waiting).toMatchObject({ status: 'pending', attempts: [FAILED] });
      const wait = (waiting?.nextAttemptAt?.getTime() ?? 0) - Date.now();
      expect(wait).toBeGreaterThan(3_500_000);
      expect(wait).toBeLessThanOrEqual(3_600_000);
      expect(await log(bad)).toMatchObject([{ status: 'failed', nextAttemptAt: null, attempts: [FAILED] }]);
      expect((await Promise.all(made.map(stateOf))).map(({ status }) => status)).toEqual([
        ...['active', 'active', 'active', 'paused'],
      ]);
      expect(await stateOf(gone)).toMatchObject({ pausedReason: 'gone' });
      // A receiver that fails gets one at a time until it recovers.
      await due(made, 2);
      const next = await queue.claim(everything);
      expect(made.map((one) => of(next, one).length)).toEqual([2, 1, 1, 0]);
    });

    it('pauses a webhook whose receiver has failed for five days', async () => {
      const made = (await hooks(2)) as [Hook, Hook];
      for (const [index, { companyId, webhookId }] of made.entries())
        await postgres.owner.query(
          `UPDATE notifications.delivery_queues SET failing_since = now() - $3 * interval '1 day'
           WHERE company_id = $1 AND webhook_id = $2`,
          [companyId, webhookId, [5, 4.9][index]],
        );
      await due(made);
      const claimed = await queue.claim(everything);
      await queue.record(claimed.map((delivery) => resultOf(delivery, { status: 'failed' })));
      expect((await Promise.all(made.map(stateOf))).map(({ pausedReason }) => pausedReason)).toEqual([
        ...['failing', null],
      ]);
    });

    it('takes released deliveries back at once, and records of a lost claim the attempt alone', async () => {
      const made = await hooks(2);
      await due(made);
      const lost = await queue.claim(everything);
      await queue.release(lost);
      const again = await queue.claim(everything);
      expect(idsOf(again).toSorted()).toEqual(idsOf(lost).toSorted());
      await queue.release(lost); // which are not theirs any more
      expect(await queue.claim(everything)).toEqual([]);
      await queue.record(lost.map((delivery) => resultOf(delivery, { status: 'failed' })));
      for (const one of made)
        expect(await log(one)).toMatchObject([{ status: 'pending', attempts: [FAILED] }]);
      await queue.record(again.map((delivery) => resultOf(delivery, { status: 'delivered' })));
      for (const one of made)
        expect(await log(one)).toMatchObject([{ status: 'delivered', attempts: [FAILED, SUCCEEDED] }]);
    });

    it('sets an act aside whose deliveries cannot be made, and takes it up when they can', async () => {
      const [bad, good] = (await hooks(2)) as [Hook, Hook];
      await postgres.owner.query(
        `ALTER TABLE notifications.deliveries ADD CONSTRAINT bad CHECK (company_id <> '${bad.companyId}') NOT VALID`,
      );
      try {
        await due([bad, good]);
        expect([await log(bad), await log(good)]).toMatchObject([[], [{ status: 'pending' }]]);
        expect(await queue.takeUp()).toBe(0); // not yet
      } finally {
        await postgres.owner.query('ALTER TABLE notifications.deliveries DROP CONSTRAINT bad');
      }
      await postgres.owner.query('UPDATE notifications.events_set_aside SET next_at = now()');
      expect(await queue.takeUp()).toBe(1);
      expect(await log(bad)).toMatchObject([{ status: 'pending' }]);
      expect(await queue.takeUp()).toBe(0);
    });

    it('deletes old deliveries of every company, and all of a deleted webhook', async () => {
      const made = (await hooks(3)) as [Hook, Hook, Hook];
      await due(made, 2);
      const claimed = await queue.claim(everything);
      await queue.record(
        made.slice(0, 2).map((one) => resultOf(of(claimed, one)[0]!, { status: 'delivered' })),
      );
      await postgres.owner.query(
        `UPDATE notifications.deliveries SET created_at = now() - interval '8 days'`,
      );
      const webhook = await transactions.run(made[2].companyId, async ({ webhooks }) => {
        const found = (await webhooks.find(made[2].webhookId))!;
        await webhooks.remove(found, new Date());
        return found;
      });
      expect(await queue.sweep()).toBe(4);
      expect([await log(made[0]), await log(made[1])]).toMatchObject([
        ...[[{ status: 'pending' }], [{ status: 'pending' }]],
      ]);
      const { rowCount } = await postgres.owner.query(
        'SELECT FROM notifications.webhooks WHERE company_id = $1 AND webhook_id = $2',
        [made[2].companyId, webhook.state.webhookId],
      );
      expect(rowCount).toBe(0);
    });
  });
}
