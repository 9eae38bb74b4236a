import { DeliveryNotFound } from '../../domain/index.ts';
import type { NotificationsTransactions } from '../ports.ts';
import { activeWebhook } from './active-webhook.ts';

export class RetryDelivery {
  constructor(private readonly transactions: NotificationsTransactions) {}

  /**
   * Sends it now, and if that fails by the whole schedule again; also delivered ones.
   * @throws WebhookNotFound, WebhookPaused, DeliveryNotFound
   */
  async execute(companyId: string, webhookId: string, deliveryId: string): Promise<void> {
    await this.transactions.run(companyId, async (repositories) => {
      await activeWebhook(repositories, webhookId);
      if (!(await repositories.deliveries.sendAgain(webhookId, deliveryId))) throw new DeliveryNotFound();
    });
  }
}
