import type { Database } from '@furrow/database';
import { type NotificationsRepositories, NotificationsTransactions } from '../../application/ports.ts';
import { LogEventHistory } from './log-event-history.ts';
import { TypeormDeliveryRepository } from './typeorm-delivery-repository.ts';
import { TypeormReplayRepository } from './replays/typeorm-replay-repository.ts';
import { TypeormWebhookRepository } from './typeorm-webhook-repository.ts';

export class TypeormNotificationsTransactions extends NotificationsTransactions {
  constructor(private readonly database: Database) {
    super();
  }

  override run<T>(
    companyId: string,
    work: (repositories: NotificationsRepositories) => Promise<T>,
  ): Promise<T> {
    return this.database.tenant(companyId, (tx) =>
      work({
        webhooks: new TypeormWebhookRepository(tx),
        deliveries: new TypeormDeliveryRepository(tx),
        history: new LogEventHistory(tx),
        replays: new TypeormReplayRepository(tx),
      }),
    );
  }
}
