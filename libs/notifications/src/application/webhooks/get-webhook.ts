import { type Webhook, WebhookNotFound } from '../../domain/index.ts';
import type { NotificationsTransactions } from '../ports.ts';

export class GetWebhook {
  constructor(private readonly transactions: NotificationsTransactions) {}

  /** @throws WebhookNotFound */
  async execute(companyId: string, webhookId: string): Promise<Webhook> {
    const webhook = await this.transactions.run(companyId, ({ webhooks }) => webhooks.read(webhookId));
    if (!webhook) throw new WebhookNotFound();
    return webhook;
  }
}
