import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@furrow/kernel';
import { ProductionSessionOwners } from './adapters/production/production-session-owners.ts';
import { LogEventStream } from './adapters/typeorm/log-event-stream.ts';
import { TypeormAlertEnrolment } from './adapters/typeorm/alerts/typeorm-alert-enrolment.ts';
import { TypeormAlertQueue } from './adapters/typeorm/alerts/typeorm-alert-queue.ts';
import { EnrolDevices } from './application/alerts/enrol-devices.ts';
import { EvaluateAlerts } from './application/alerts/evaluate-alerts.ts';
import { LiveEvents } from './application/live/live-events.ts';
import { Listeners } from './application/live/listeners.ts';
import type { Config } from '@furrow/config';
import type { Database } from '@furrow/database';
import type { Metrics } from '@furrow/observability';
import { AddressLookup } from './adapters/http/address-lookup.ts';
import { HttpWebhookSender } from './adapters/http/http-webhook-sender.ts';
import { gaugesOf, observerOf } from './adapters/metrics/webhook-metrics.ts';
import { TypeormDeliveryQueue } from './adapters/typeorm/typeorm-delivery-queue.ts';
import { TypeormNotificationsTransactions } from './adapters/typeorm/typeorm-notifications-transactions.ts';
import { TypeormReplayQueue } from './adapters/typeorm/replays/typeorm-replay-repository.ts';
import { DeliveryDispatcher } from './application/deliveries/delivery-dispatcher.ts';
import type { DeliveryQueue } from './application/ports.ts';
import { ContinueReplays, type ReplayObserver } from './application/replays/continue-replays.ts';
import { AllowedHosts, RetrySchedule } from './domain/index.ts';

/**
 * What a process has one of: the jobs that send webhooks, replay past events and evaluate alerts, and the live events, which
 * read the log once for all listeners.
 */
export function wireNotificationsProcess(
  database: Database,
  clock: Clock,
  { webhooks }: Config,
  { metrics, replays }: { readonly metrics: Metrics; readonly replays: ReplayObserver },
) {
  const deliveryQueue: DeliveryQueue = new TypeormDeliveryQueue(database);
  const sender = new HttpWebhookSender(new AllowedHosts(webhooks.allowedHosts), new AddressLookup());
  const schedule = new RetrySchedule(webhooks.retriesMs);
  const deliveryDispatcher = new DeliveryDispatcher(
    deliveryQueue,
    sender,
    clock,
    schedule,
    observerOf(metrics),
  );
  gaugesOf(metrics, database, deliveryDispatcher);
  const transactions = new TypeormNotificationsTransactions(database);
  const stream = new LogEventStream(database);
  const owners = new ProductionSessionOwners(database);
  return {
    deliveryQueue,
    deliveryDispatcher,
    continueReplays: new ContinueReplays(new TypeormReplayQueue(database), transactions, clock, replays),
    liveEvents: new LiveEvents(stream, owners, clock, new Listeners(), () => setImmediate()),
    evaluateAlerts: new EvaluateAlerts(new TypeormAlertQueue(database), clock),
    enrolDevices: new EnrolDevices(new TypeormAlertEnrolment(database), clock, randomUUID()),
  };
}
