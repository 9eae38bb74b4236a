import type { Clock } from '@furrow/kernel';
import { Replay, ReplayRunning } from '../../domain/index.ts';
import { activeWebhook } from '../deliveries/active-webhook.ts';
import type { NotificationsTransactions } from '../ports.ts';

export interface StartReplayInput {
  readonly webhookId: string;
  /** The beginning, inclusive. */
  readonly since: Date;
}

export class StartReplay {
  constructor(
    private readonly transactions: NotificationsTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Events committed since an instant are sent again, with the ids they had, including those from before the webhook was
   * created. A background job does so; a webhook has one replay at a time.
   *
   * @returns the one that is under way if it has the same beginning
   * @throws ValidationFailed for an instant in the future or more than 30 days ago; WebhookNotFound, WebhookPaused,
   * ReplayRunning
   */
  async execute(companyId: string, { webhookId, since }: StartReplayInput): Promise<Replay> {
    const replay = Replay.begin(webhookId, since, this.clock.now());
    return this.transactions.run(companyId, async (repositories) => {
      await activeWebhook(repositories, webhookId);
      // The lock of the webhook keeps others from starting one; a slice may hold this one for long.
      const current = await repositories.replays.read(webhookId);
      if (!current || current.hasEnded) return repositories.replays.start(replay);
      if (current.state.since.getTime() !== since.getTime()) throw new ReplayRunning(current.state.since);
      return current;
    });
  }
}
