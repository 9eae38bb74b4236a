import { type Clock, newId } from '@furrow/kernel';
import type { NotificationsTransactions } from '../ports.ts';
import { activeWebhook } from './active-webhook.ts';

export class TestWebhook {
  constructor(
    private readonly transactions: NotificationsTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends an event `webhook.test`, whatever the webhook's events are.
   * @returns the id of the delivery
   * @throws WebhookNotFound, WebhookPaused
   */
  async execute(companyId: string, webhookId: string): Promise<string> {
    const event = {
      eventId: newId(),
      type: 'webhook.test',
      body: JSON.stringify({
        type: 'webhook.test',
        timestamp: this.clock.now().toISOString(),
        data: { webhookId },
      }),
    };
    await this.transactions.run(companyId, async (repositories) => {
      await activeWebhook(repositories, webhookId);
      await repositories.deliveries.send(webhookId, [event]);
    });
    return event.eventId;
  }
}
