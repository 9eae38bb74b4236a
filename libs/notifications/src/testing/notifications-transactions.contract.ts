import { describe, expect, it } from '@jest/globals';
import type { NotificationsTransactions } from '../application/ports.ts';
import { Webhook } from '../domain/index.ts';

export interface TwoCompanies {
  readonly transactions: NotificationsTransactions;
  readonly own: string;
  readonly other: string;
}

const NOW = new Date('2026-03-01T08:00:00.123Z');

/** What the transactions of this context keep to. `open` answers two companies without any webhook. */
export function describeNotificationsTransactions(name: string, open: () => Promise<TwoCompanies>): void {
  describe(name, () => {
    it('gives back what was added to the last member, in order of names', async () => {
      const { transactions, own } = await open();
      const [south, north] = [Webhook.add('South', NOW), Webhook.add('north', NOW)];
      await transactions.run(own, async ({ webhooks }) => {
        expect(await webhooks.add(south)).toBe(true);
        expect(await webhooks.add(north)).toBe(true);
      });
      const found = await transactions.run(own, ({ webhooks }) => webhooks.all());
      expect(found.map(({ state }) => state)).toEqual([north.state, south.state]);
    });

    it('adds nothing under a name that is taken', async () => {
      const { transactions, own } = await open();
      const first = Webhook.add('North', NOW);
      await transactions.run(own, ({ webhooks }) => webhooks.add(first));
      expect(await transactions.run(own, ({ webhooks }) => webhooks.add(Webhook.add('NORTH', NOW)))).toBe(
        false,
      );
      const found = await transactions.run(own, ({ webhooks }) => webhooks.all());
      expect(found.map(({ state }) => state)).toEqual([first.state]);
    });

    it('keeps companies apart', async () => {
      const { transactions, own, other } = await open();
      await transactions.run(own, ({ webhooks }) => webhooks.add(Webhook.add('North', NOW)));
      expect(await transactions.run(other, ({ webhooks }) => webhooks.all())).toEqual([]);
      expect(await transactions.run(other, ({ webhooks }) => webhooks.add(Webhook.add('North', NOW)))).toBe(
        true,
      );
    });
  });
}
