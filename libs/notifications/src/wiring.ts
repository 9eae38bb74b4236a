import type { Clock } from '@furrow/kernel';
import type { Database } from '@furrow/platform';
import { TypeormNotificationsTransactions } from './adapters/typeorm/typeorm-notifications-transactions.ts';
import { AddWebhook } from './application/add-webhook.ts';

/** The context's use cases, put together without Nest. */
export function wireNotifications(database: Database, clock: Clock) {
  const transactions = new TypeormNotificationsTransactions(database);
  return { addWebhook: new AddWebhook(transactions, clock) };
}
