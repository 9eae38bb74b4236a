import { type Replay, ReplayNotFound, WebhookNotFound } from '../../domain/index.ts';
import type { NotificationsTransactions } from '../ports.ts';

export class GetReplay {
  constructor(private readonly transactions: NotificationsTransactions) {}

  /**
   * The last one of the webhook.
   * @throws WebhookNotFound, ReplayNotFound
   */
  async execute(companyId: string, webhookId: string): Promise<Replay> {
    return this.transactions.run(companyId, async ({ webhooks, replays }) => {
      if (!(await webhooks.find(webhookId))) throw new WebhookNotFound();
      const replay = await replays.find(webhookId);
      if (!replay) throw new ReplayNotFound();
      return replay;
    });
  }
}
