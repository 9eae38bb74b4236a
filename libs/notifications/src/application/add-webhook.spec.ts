import { expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { WebhookExists } from '../domain/index.ts';
import { InMemoryNotifications } from '../testing/in-memory-notifications.ts';
import { AddWebhook } from './add-webhook.ts';

const clock = new FixedClock('2026-03-01T08:00:00Z');

it('adds a webhook at this moment', async () => {
  const transactions = new InMemoryNotifications();
  const added = await new AddWebhook(transactions, clock).execute({ companyId: 'acme', name: 'North' });
  expect(added.state).toMatchObject({ name: 'North', createdAt: clock.now() });
  expect(await transactions.run('acme', ({ webhooks }) => webhooks.all())).toEqual([added]);
});

it('refuses a name that is taken, in that company alone', async () => {
  const add = new AddWebhook(new InMemoryNotifications(), clock);
  await add.execute({ companyId: 'acme', name: 'North' });
  await expect(add.execute({ companyId: 'acme', name: 'NORTH' })).rejects.toThrow(WebhookExists);
  await expect(add.execute({ companyId: 'other', name: 'North' })).resolves.toBeDefined();
});
