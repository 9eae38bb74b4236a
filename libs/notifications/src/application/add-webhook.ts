import type { Clock } from '@furrow/kernel';
import { Webhook, WebhookExists } from '../domain/index.ts';
import type { NotificationsTransactions } from './ports.ts';

export interface NewWebhook {
  readonly companyId: string;
  readonly name: string;
}

export class AddWebhook {
  constructor(
    private readonly transactions: NotificationsTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed for a bad name; WebhookExists where it is taken */
  async execute({ companyId, name }: NewWebhook): Promise<Webhook> {
    const webhook = Webhook.add(name, this.clock.now());
    const added = await this.transactions.run(companyId, ({ webhooks }) => webhooks.add(webhook));
    if (!added) throw new WebhookExists(webhook.state.name);
    return webhook;
  }
}
