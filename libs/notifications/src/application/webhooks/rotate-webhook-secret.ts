import type { Clock } from '@furrow/kernel';
import { OVERLAP_MS, SigningSecret, WebhookNotFound } from '../../domain/index.ts';
import type { NotificationsTransactions } from '../ports.ts';

export interface RotatedSecret {
  readonly secret: SigningSecret;
  /** Until then the previous secret signs too. */
  readonly overlapsUntil: Date;
}

export class RotateWebhookSecret {
  constructor(
    private readonly transactions: NotificationsTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Each replaced secret signs for a day, also if the next one is replaced within it.
   * @throws WebhookNotFound
   */
  async execute(companyId: string, webhookId: string): Promise<RotatedSecret> {
    const now = this.clock.now();
    const rotated = { secret: SigningSecret.make(), overlapsUntil: new Date(now.getTime() + OVERLAP_MS) };
    await this.transactions.run(companyId, async ({ webhooks }) => {
      const webhook = await webhooks.find(webhookId);
      if (!webhook) throw new WebhookNotFound();
      await webhooks.rotate(webhook, rotated.secret, now, rotated.overlapsUntil);
    });
    return rotated;
  }
}
