import type { Clock } from '@furrow/kernel';
import {
  type AllowedHosts,
  Destination,
  MAX_WEBHOOKS,
  SigningSecret,
  TooManyWebhooks,
  Webhook,
} from '../../domain/index.ts';
import type { DestinationCheck, NotificationsTransactions } from '../ports.ts';

export interface NewWebhook {
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string | null;
}

export class CreateWebhook {
  constructor(
    private readonly transactions: NotificationsTransactions,
    private readonly clock: Clock,
    private readonly destinations: DestinationCheck,
    private readonly allowed: AllowedHosts,
  ) {}

  /**
   * @returns the webhook and its secret, which cannot be read again
   * @throws ValidationFailed, UrlNotAllowed, TooManyWebhooks
   */
  async execute(companyId: string, asked: NewWebhook): Promise<{ webhook: Webhook; secret: SigningSecret }> {
    const destination = Destination.of(asked.url, this.allowed);
    const webhook = Webhook.make({ ...asked, url: destination.url.href }, this.clock.now());
    await this.destinations.check(destination);
    const secret = SigningSecret.make();
    await this.transactions.run(companyId, async ({ webhooks }) => {
      if ((await webhooks.holdCount()) >= MAX_WEBHOOKS) throw new TooManyWebhooks(MAX_WEBHOOKS);
      await webhooks.add(webhook, secret);
    });
    return { webhook, secret };
  }
}
