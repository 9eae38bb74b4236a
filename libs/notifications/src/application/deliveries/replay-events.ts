import { type Clock, ValidationFailed } from '@furrow/kernel';
import type { Webhook } from '../../domain/index.ts';
import type { HistoryPlace, NotificationsTransactions } from '../ports.ts';
import { activeWebhook } from './active-webhook.ts';

const DAY_MS = 24 * 3_600_000;
const OLDEST_DAYS = 30;
const BATCH = 1_000;

export class ReplayEvents {
  constructor(
    private readonly transactions: NotificationsTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends events committed since an instant again, with the ids they had, including those from before the webhook was
   * created. In batches with a transaction each; after a failure it is safe to repeat.
   *
   * @returns the number of events
   * @throws ValidationFailed for an instant in the future or more than 30 days ago; WebhookNotFound, WebhookPaused
   */
  async execute(companyId: string, webhookId: string, since: Date): Promise<number> {
    const age = this.clock.now().getTime() - since.getTime();
    if (age < 0 || age > OLDEST_DAYS * DAY_MS)
      throw ValidationFailed.of('since', `must be an instant of the last ${OLDEST_DAYS} days`);
    let replayed = 0;
    for (let from: Date | HistoryPlace | undefined = since; from !== undefined;) {
      const batch: { sent: number; next: HistoryPlace | undefined } = await this.#batch(
        companyId,
        webhookId,
        from,
      );
      replayed += batch.sent;
      from = batch.next;
    }
    return replayed;
  }

  #batch(companyId: string, webhookId: string, from: Date | HistoryPlace) {
    return this.transactions.run(companyId, async (repositories) => {
      const webhook: Webhook = await activeWebhook(repositories, webhookId);
      const { events, next } = await repositories.history.since(from, BATCH);
      const wanted = events.filter(({ type }) => (webhook.state.events as readonly string[]).includes(type));
      await repositories.deliveries.send(webhookId, wanted);
      return { sent: wanted.length, next };
    });
  }
}
