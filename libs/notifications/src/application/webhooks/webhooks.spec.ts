import { FixedClock } from '@furrow/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { AllowedHosts, MAX_WEBHOOKS, OVERLAP_MS } from '../../domain/index.ts';
import { InMemoryNotifications } from '../../testing/in-memory-notifications.ts';
import { CreateWebhook } from './create-webhook.ts';
import { DeleteWebhook } from './delete-webhook.ts';
import { RotateWebhookSecret } from './rotate-webhook-secret.ts';
import { UpdateWebhook } from './update-webhook.ts';

const NOW = new Date('2026-01-31T08:00:00.000Z');
const ASKED = { url: 'https://hooks.example.com/', events: ['worker.created'] };

function farm() {
  const transactions = new InMemoryNotifications();
  const clock = new FixedClock(NOW);
  const anywhere = { check: async () => undefined };
  const where = [transactions, clock, anywhere, new AllowedHosts([])] as const;
  return {
    transactions,
    create: new CreateWebhook(...where),
    update: new UpdateWebhook(...where),
    remove: new DeleteWebhook(transactions, clock),
    rotate: new RotateWebhookSecret(transactions, clock),
  };
}

describe('webhooks of a company', () => {
  it('are limited in number, also when many are created at once, and a removed one makes space', async () => {
    const { create, remove } = farm();
    const made = await Promise.allSettled(
      Array.from({ length: MAX_WEBHOOKS + 5 }, () => create.execute('own', ASKED)),
    );
    const [first, ...others] = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.webhook] : []));
    expect(others).toHaveLength(MAX_WEBHOOKS - 1);
    await expect(create.execute('own', ASKED)).rejects.toMatchObject({ code: 'too_many_webhooks' });
    await create.execute('other', ASKED);
    await remove.execute('own', first!.state.webhookId);
    await create.execute('own', ASKED);
  });

  it('sign with the two secrets replaced last, and never with an older one', async () => {
    const { create, rotate, transactions } = farm();
    const { webhook, secret } = await create.execute('own', ASKED);
    const { webhookId } = webhook.state;
    const second = await rotate.execute('own', webhookId);
    expect(second.overlapsUntil).toEqual(new Date(NOW.getTime() + OVERLAP_MS));
    expect(transactions.secretsOf('own', webhookId)).toEqual([second.secret, secret]);
    const third = await rotate.execute('own', webhookId);
    expect(transactions.secretsOf('own', webhookId)).toEqual([third.secret, second.secret, secret]);
    const fourth = await rotate.execute('own', webhookId);
    expect(transactions.secretsOf('own', webhookId)).toEqual([fourth.secret, third.secret, second.secret]);
  });

  it('are not found under the id of another company', async () => {
    const { create, update, remove, rotate } = farm();
    const { webhook } = await create.execute('own', ASKED);
    const { webhookId } = webhook.state;
    for (const attempt of [
      update.execute('other', webhookId, { status: 'paused' }),
      remove.execute('other', webhookId),
      rotate.execute('other', webhookId),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'webhook_not_found' });
    expect((await update.execute('own', webhookId, { status: 'paused' })).state).toMatchObject({
      ...{ status: 'paused', pausedReason: 'requested', pausedAt: NOW },
    });
  });
});
