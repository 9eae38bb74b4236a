import type { Clock } from '@furrow/kernel';
import {
  type AllowedHosts,
  Destination,
  type Webhook,
  WEBHOOK_PAUSED,
  type WebhookChanges,
  WebhookNotFound,
} from '../../domain/index.ts';
import type { DestinationCheck, NotificationsTransactions } from '../ports.ts';

export class UpdateWebhook {
  constructor(
    private readonly transactions: NotificationsTransactions,
    private readonly clock: Clock,
    private readonly destinations: DestinationCheck,
    private readonly allowed: AllowedHosts,
  ) {}

  /** @throws ValidationFailed, UrlNotAllowed, WebhookNotFound */
  async execute(companyId: string, webhookId: string, asked: WebhookChanges): Promise<Webhook> {
    const destination = asked.url === undefined ? undefined : Destination.of(asked.url, this.allowed);
    if (destination) await this.destinations.check(destination);
    const changes = { ...asked, url: destination?.url.href };
    return this.transactions.run(companyId, async ({ webhooks, replays }) => {
      const before = await webhooks.find(webhookId);
      if (!before) throw new WebhookNotFound();
      const now = this.clock.now();
      const webhook = before.change(changes, now);
      await webhooks.update(webhook, before);
      const replay = before.isActive && !webhook.isActive ? await replays.find(webhookId) : undefined;
      if (replay && !replay.hasEnded) await replays.save(replay.cancelled(WEBHOOK_PAUSED, now));
      return webhook;
    });
  }
}
