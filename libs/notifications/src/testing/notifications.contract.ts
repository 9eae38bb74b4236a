import { newId } from '@furrow/kernel';
import { describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import type { NotificationsTransactions, OutgoingEvent, ReplayQueue } from '../application/ports.ts';
import { Replay, SigningSecret, Webhook } from '../domain/index.ts';

export interface TwoFarms {
  readonly transactions: NotificationsTransactions;
  readonly queue: ReplayQueue;
  readonly own: string;
  readonly other: string;
  /** Commits the registration of a worker of the own company at an instant. */
  registered(workerId: string, at: Date): Promise<void>;
}

const NOW = new Date('2026-01-31T08:00:00.123Z');
const PAGE = { page: 1, pageSize: 10 };
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const aWebhook = (now = NOW) =>
  Webhook.make({ url: 'https://hooks.example.com/', events: ['worker.created'], description: 'ERP' }, now);
const anEvent = (eventId: string): OutgoingEvent => ({ eventId, type: 'worker.created', body: '{}' });

/** What the transactions of notifications must do. `open` returns two companies without webhooks and without history. */
export function describeNotificationsPorts(name: string, open: () => Promise<TwoFarms>): void {
  describe(`the ports of notifications on ${name}`, () => {
    async function withWebhook() {
      const farms = await open();
      const webhook = aWebhook();
      await farms.transactions.run(farms.own, ({ webhooks }) => webhooks.add(webhook, SigningSecret.make()));
      return { ...farms, webhook, id: webhook.state.webhookId };
    }

    it('return a webhook with every member, to its company only', async () => {
      const { transactions, own, other, webhook, id } = await withWebhook();
      const found = await transactions.run(own, ({ webhooks }) => webhooks.find(id));
      expect(found?.state).toEqual(webhook.state);
      for (const [company, asked] of [
        [other, id],
        [own, newId()],
        [own, 'no id'],
      ] as const)
        expect(await transactions.run(company, ({ webhooks }) => webhooks.find(asked))).toBeUndefined();
    });

    it('list and count webhooks, oldest first, without removed ones', async () => {
      const { transactions, own, other, webhook, id } = await withWebhook();
      const [second, third] = [aWebhook(), aWebhook()];
      await transactions.run(own, async ({ webhooks }) => {
        for (const one of [second, third]) await webhooks.add(one, SigningSecret.make());
        expect(await webhooks.holdCount()).toBe(3);
        await webhooks.remove(second, NOW);
      });
      await transactions.run(own, async ({ webhooks }) => {
        expect((await webhooks.all()).map(({ state }) => state.webhookId)).toEqual([
          id,
          third.state.webhookId,
        ]);
        expect(await webhooks.holdCount()).toBe(2);
        expect(await webhooks.find(second.state.webhookId)).toBeUndefined();
      });
      expect(await transactions.run(other, ({ webhooks }) => webhooks.all())).toEqual([]);
      expect(webhook.isActive).toBe(true);
    });

    it('store changes, and when a secret was rotated', async () => {
      const { transactions, own, webhook, id } = await withWebhook();
      const paused = webhook.change(
        { status: 'paused', events: ['session.closed'], description: null },
        later(1),
      );
      await transactions.run(own, ({ webhooks }) => webhooks.update(paused, webhook));
      const found = () => transactions.run(own, ({ webhooks }) => webhooks.find(id));
      expect((await found())?.state).toEqual(paused.state);
      await transactions.run(own, ({ webhooks }) =>
        webhooks.rotate(paused, SigningSecret.make(), later(2), later(3)),
      );
      expect((await found())?.state).toEqual({ ...paused.state, updatedAt: later(2) });
    });

    it('store nothing of a failed transaction', async () => {
      const { transactions, own, id } = await withWebhook();
      const failing = transactions.run(own, async ({ webhooks, deliveries }) => {
        await webhooks.add(aWebhook(), SigningSecret.make());
        await deliveries.send(id, [anEvent('evt_1')]);
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      await transactions.run(own, async ({ webhooks, deliveries }) => {
        expect(await webhooks.holdCount()).toBe(1);
        expect(await deliveries.page(id, undefined, PAGE)).toEqual({ items: [], total: 0 });
      });
    });

    it('list deliveries by page, latest first, and send an existing one again under its id', async () => {
      const { transactions, own, other, id } = await withWebhook();
      for (const eventId of ['evt_1', 'evt_2', 'evt_3'])
        await transactions.run(own, ({ deliveries }) => deliveries.send(id, [anEvent(eventId)]));
      await transactions.run(own, ({ deliveries }) => deliveries.send(id, [anEvent('evt_2')]));
      await transactions.run(own, async ({ deliveries }) => {
        const { items, total } = await deliveries.page(id, 'pending', { page: 1, pageSize: 2 });
        expect([items.map(({ deliveryId }) => deliveryId), total]).toEqual([['evt_3', 'evt_2'], 3]);
        expect(items[0]).toEqual({
          ...{ deliveryId: 'evt_3', type: 'worker.created', status: 'pending', attempts: [] },
          ...{ createdAt: expect.any(Date), nextAttemptAt: expect.any(Date) },
        });
        expect((await deliveries.page(id, undefined, { page: 2, pageSize: 2 })).items).toHaveLength(1);
        expect(await deliveries.page(id, 'failed', PAGE)).toEqual({ items: [], total: 0 });
        expect([await deliveries.sendAgain(id, 'evt_1'), await deliveries.sendAgain(id, 'evt_9')]).toEqual([
          ...[true, false],
        ]);
      });
      await transactions.run(other, async ({ deliveries }) => {
        expect((await deliveries.page(id, undefined, PAGE)).total).toBe(0);
        expect(await deliveries.sendAgain(id, 'evt_1')).toBe(false);
      });
    });

    it('offer the longest waiting replay of each company', async () => {
      const { transactions, queue, own, other, id } = await withWebhook();
      const [second, foreign] = [aWebhook(), aWebhook()];
      await transactions.run(own, ({ webhooks }) => webhooks.add(second, SigningSecret.make()));
      await transactions.run(other, ({ webhooks }) => webhooks.add(foreign, SigningSecret.make()));
      const start = (company: string, webhookId: string, now: Date) =>
        transactions.run(company, ({ replays }) => replays.start(Replay.begin(webhookId, NOW, now)));
      await start(own, second.state.webhookId, later(2));
      await start(own, id, later(1));
      await start(other, foreign.state.webhookId, later(3));
      expect(await queue.due(later(0), 10)).toEqual([]);
      const all = [
        { companyId: own, webhookId: id },
        { companyId: other, webhookId: foreign.state.webhookId },
      ];
      expect(await queue.due(later(3), 10)).toEqual(all);
      expect(await queue.due(later(3), 1)).toEqual(all.slice(0, 1));
    });

    it('return the history in order of time, page by page, to the company only', async () => {
      const { transactions, own, other, registered } = await open();
      const workers = [newId(), newId(), newId()];
      for (const [index, workerId] of workers.entries()) await registered(workerId, later(index));
      const idsOf = (events: readonly OutgoingEvent[]) =>
        events.map(({ body }) => (JSON.parse(body) as { data: { workerId: string } }).data.workerId);
      // What was written last is reported when no earlier transaction of the server is open.
      await until('all is idsOf', async () => {
        const all = await transactions.run(own, ({ history }) => history.since(NOW, later(60), 10));
        return all.events.length === workers.length;
      });
      await transactions.run(own, async ({ history }) => {
        const first = await history.since(later(1), later(2), 1);
        expect(idsOf(first.events)).toEqual([workers[1]]);
        const second = await history.since(first.next!, later(2), 2);
        expect([idsOf(second.events), second.next]).toEqual([[workers[2]], undefined]);
        expect(idsOf((await history.since(NOW, later(2), 10)).events)).toEqual(workers);
        expect(idsOf((await history.since(NOW, later(1), 10)).events)).toEqual(workers.slice(0, 2));
      });
      const foreign = await transactions.run(other, ({ history }) => history.since(NOW, later(2), 10));
      expect(foreign.events).toEqual([]);
    });
  });
}
