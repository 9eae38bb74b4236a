import type { Clock } from '@furrow/kernel';
import { WebhookNotFound } from '../../domain/index.ts';
import type { NotificationsTransactions } from '../ports.ts';

export class DeleteWebhook {
  constructor(
    private readonly transactions: NotificationsTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Nothing more is sent, except attempts in flight; its deliveries are deleted too.
   * @throws WebhookNotFound
   */
  async execute(companyId: string, webhookId: string): Promise<void> {
    await this.transactions.run(companyId, async ({ webhooks }) => {
      const webhook = await webhooks.find(webhookId);
      if (!webhook) throw new WebhookNotFound();
      await webhooks.remove(webhook, this.clock.now());
    });
  }
}
