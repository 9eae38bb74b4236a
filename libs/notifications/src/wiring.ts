import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@furrow/kernel';
import { ContextsWatchedFarm } from './adapters/contexts-watched-farm.ts';
import { ProductionSessionOwners } from './adapters/production/production-session-owners.ts';
import { LogEventStream } from './adapters/typeorm/log-event-stream.ts';
import { TypeormAlertEnrolment } from './adapters/typeorm/alerts/typeorm-alert-enrolment.ts';
import { TypeormAlertQueue } from './adapters/typeorm/alerts/typeorm-alert-queue.ts';
import { TypeormAlertRepository } from './adapters/typeorm/alerts/typeorm-alert-repository.ts';
import { TypeormAlertTransactions } from './adapters/typeorm/alerts/typeorm-alert-transactions.ts';
import { ApplyAlerts } from './application/alerts/apply-alerts.ts';
import { DeleteAlert } from './application/alerts/delete-alert.ts';
import { EnrolDevices } from './application/alerts/enrol-devices.ts';
import { EvaluateAlerts } from './application/alerts/evaluate-alerts.ts';
import { ListAlertChanges } from './application/alerts/list-alert-changes.ts';
import { ListAlerts } from './application/alerts/list-alerts.ts';
import { PutAlert } from './application/alerts/put-alert.ts';
import { LiveEvents } from './application/live/live-events.ts';
import { Listeners } from './application/live/listeners.ts';
import type { Config } from '@furrow/config';
import type { Database, Transaction } from '@furrow/database';
import type { Metrics } from '@furrow/observability';
import { AddressLookup } from './adapters/http/address-lookup.ts';
import { DnsDestinationCheck } from './adapters/http/dns-destination-check.ts';
import { HttpWebhookSender } from './adapters/http/http-webhook-sender.ts';
import { gaugesOf, observerOf } from './adapters/metrics/webhook-metrics.ts';
import { TypeormDeliveryQueue } from './adapters/typeorm/typeorm-delivery-queue.ts';
import { TypeormNotificationsTransactions } from './adapters/typeorm/typeorm-notifications-transactions.ts';
import { TypeormReplayQueue } from './adapters/typeorm/replays/typeorm-replay-repository.ts';
import { DeliveryDispatcher } from './application/deliveries/delivery-dispatcher.ts';
import { ListDeliveries } from './application/deliveries/list-deliveries.ts';
import { RetryDelivery } from './application/deliveries/retry-delivery.ts';
import { TestWebhook } from './application/deliveries/test-webhook.ts';
import type { DeliveryQueue } from './application/ports.ts';
import { ContinueReplays, type ReplayObserver } from './application/replays/continue-replays.ts';
import { GetReplay } from './application/replays/get-replay.ts';
import { StartReplay } from './application/replays/start-replay.ts';
import { CreateWebhook } from './application/webhooks/create-webhook.ts';
import { DeleteWebhook } from './application/webhooks/delete-webhook.ts';
import { GetWebhook } from './application/webhooks/get-webhook.ts';
import { ListWebhooks } from './application/webhooks/list-webhooks.ts';
import { RotateWebhookSecret } from './application/webhooks/rotate-webhook-secret.ts';
import { UpdateWebhook } from './application/webhooks/update-webhook.ts';
import { AllowedHosts, RetrySchedule } from './domain/index.ts';

/** The context's use cases, wired without NestJS. */
export function wireNotifications(database: Database, clock: Clock, { webhooks }: Pick<Config, 'webhooks'>) {
  const transactions = new TypeormNotificationsTransactions(database);
  const destinations = new DnsDestinationCheck(new AddressLookup());
  const allowed = new AllowedHosts(webhooks.allowedHosts);
  return {
    createWebhook: new CreateWebhook(transactions, clock, destinations, allowed),
    updateWebhook: new UpdateWebhook(transactions, clock, destinations, allowed),
    getWebhook: new GetWebhook(transactions),
    listWebhooks: new ListWebhooks(transactions),
    deleteWebhook: new DeleteWebhook(transactions, clock),
    rotateWebhookSecret: new RotateWebhookSecret(transactions, clock),
    testWebhook: new TestWebhook(transactions, clock),
    listDeliveries: new ListDeliveries(transactions),
    retryDelivery: new RetryDelivery(transactions),
    startReplay: new StartReplay(transactions, clock),
    getReplay: new GetReplay(transactions),
  };
}

/** The background job that sends webhooks in every process. */
export function wireWebhookDelivery(
  database: Database,
  clock: Clock,
  { webhooks }: Config,
  metrics: Metrics,
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
  return { deliveryQueue, deliveryDispatcher };
}

/** The background job that replays past events. */
export function wireReplays(database: Database, clock: Clock, observer: ReplayObserver) {
  const transactions = new TypeormNotificationsTransactions(database);
  const queue = new TypeormReplayQueue(database);
  return new ContinueReplays(queue, transactions, clock, observer);
}

/** Live events. One instance per process, because it reads the log for all listeners. */
export function wireLiveEvents(database: Database, clock: Clock) {
  const stream = new LogEventStream(database);
  const owners = new ProductionSessionOwners(database);
  return { liveEvents: new LiveEvents(stream, owners, clock, new Listeners(), () => setImmediate()) };
}

/** The use cases of alert rules. */
export function wireAlerts(database: Database, clock: Clock) {
  const transactions = new TypeormAlertTransactions(database);
  return {
    putAlert: new PutAlert(transactions, clock),
    listAlerts: new ListAlerts(transactions),
    listAlertChanges: new ListAlertChanges(transactions),
    deleteAlert: new DeleteAlert(transactions, clock),
    evaluateAlerts: new EvaluateAlerts(new TypeormAlertQueue(database), clock),
    enrolDevices: new EnrolDevices(new TypeormAlertEnrolment(database), clock, randomUUID()),
  };
}

/** The operator's use cases within one transaction that several contexts share. */
export function wireNotificationsIn(tx: Transaction, clock: Clock) {
  const repositories = { alerts: new TypeormAlertRepository(tx), farm: new ContextsWatchedFarm(tx) };
  return { applyAlerts: new ApplyAlerts(repositories, clock) };
}
