import type { Webhook } from '../../domain/index.ts';
import type { NotificationsTransactions } from '../ports.ts';

export class ListWebhooks {
  constructor(private readonly transactions: NotificationsTransactions) {}

  /** The oldest first. */
  execute(companyId: string): Promise<Webhook[]> {
    return this.transactions.run(companyId, ({ webhooks }) => webhooks.all());
  }
}
