import { type Replay, WebhookNotFound } from '../../domain/index.ts';
import type { NotificationsTransactions } from '../ports.ts';

export class GetReplay {
  constructor(private readonly transactions: NotificationsTransactions) {}

  /**
   * The last one of the webhook; undefined if none was requested.
   * @throws WebhookNotFound
   */
  execute(companyId: string, webhookId: string): Promise<Replay | undefined> {
    return this.transactions.run(companyId, async ({ webhooks, replays }) => {
      if (!(await webhooks.read(webhookId))) throw new WebhookNotFound();
      return replays.read(webhookId);
    });
  }
}
