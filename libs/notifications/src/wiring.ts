import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@furrow/kernel';
import type { Database } from '@furrow/platform';
import { ProductionSessionOwners } from './adapters/production/production-session-owners.ts';
import { LogEventStream } from './adapters/typeorm/log-event-stream.ts';
import { TypeormNotificationsTransactions } from './adapters/typeorm/typeorm-notifications-transactions.ts';
import { LiveEvents } from './application/live/live-events.ts';
import { Listeners } from './application/live/listeners.ts';
import { AddWebhook } from './application/add-webhook.ts';

/** The context's use cases, put together without Nest. */
export function wireNotifications(database: Database, clock: Clock) {
  const transactions = new TypeormNotificationsTransactions(database);
  return { addWebhook: new AddWebhook(transactions, clock) };
}

/** What listeners are told. One a process: it reads the log for all of them. */
export function wireLiveEvents(database: Database, clock: Clock) {
  const stream = new LogEventStream(database);
  const owners = new ProductionSessionOwners(database);
  return { liveEvents: new LiveEvents(stream, owners, clock, new Listeners(), () => setImmediate()) };
}
