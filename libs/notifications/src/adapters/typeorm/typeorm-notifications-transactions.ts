import { type Database, TypeormTransactions } from '@furrow/database';
import type { NotificationsRepositories } from '../../application/ports.ts';
import { LogEventHistory } from './log-event-history.ts';
import { TypeormDeliveryRepository } from './typeorm-delivery-repository.ts';
import { TypeormReplayRepository } from './replays/typeorm-replay-repository.ts';
import { TypeormWebhookRepository } from './typeorm-webhook-repository.ts';

export class TypeormNotificationsTransactions extends TypeormTransactions<NotificationsRepositories> {
  constructor(database: Database) {
    super(database, (tx) => ({
      webhooks: new TypeormWebhookRepository(tx),
      deliveries: new TypeormDeliveryRepository(tx),
      history: new LogEventHistory(tx),
      replays: new TypeormReplayRepository(tx),
    }));
  }
}
