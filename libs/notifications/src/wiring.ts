import type { Clock } from '@furrow/kernel';
import { ContextsWatchedFarm } from './adapters/contexts-watched-farm.ts';
import { TypeormAlertRepository } from './adapters/typeorm/alerts/typeorm-alert-repository.ts';
import { TypeormAlertTransactions } from './adapters/typeorm/alerts/typeorm-alert-transactions.ts';
import { ApplyAlerts } from './application/alerts/apply-alerts.ts';
import { DeleteAlert } from './application/alerts/delete-alert.ts';
import { ListAlertChanges } from './application/alerts/list-alert-changes.ts';
import { ListAlerts } from './application/alerts/list-alerts.ts';
import { PutAlert } from './application/alerts/put-alert.ts';
import type { Config } from '@furrow/config';
import type { Database, Transaction } from '@furrow/database';
import { AddressLookup } from './adapters/http/address-lookup.ts';
import { DnsDestinationCheck } from './adapters/http/dns-destination-check.ts';
import { TypeormNotificationsTransactions } from './adapters/typeorm/typeorm-notifications-transactions.ts';
import { ListDeliveries } from './application/deliveries/list-deliveries.ts';
import { RetryDelivery } from './application/deliveries/retry-delivery.ts';
import { TestWebhook } from './application/deliveries/test-webhook.ts';
import { GetReplay } from './application/replays/get-replay.ts';
import { StartReplay } from './application/replays/start-replay.ts';
import { CreateWebhook } from './application/webhooks/create-webhook.ts';
import { DeleteWebhook } from './application/webhooks/delete-webhook.ts';
import { GetWebhook } from './application/webhooks/get-webhook.ts';
import { ListWebhooks } from './application/webhooks/list-webhooks.ts';
import { RotateWebhookSecret } from './application/webhooks/rotate-webhook-secret.ts';
import { UpdateWebhook } from './application/webhooks/update-webhook.ts';
import { AllowedHosts } from './domain/index.ts';

/** The context's use cases, wired without NestJS. */
export function wireNotifications(database: Database, clock: Clock, { webhooks }: Pick<Config, 'webhooks'>) {
  const transactions = new TypeormNotificationsTransactions(database);
  const alerts = new TypeormAlertTransactions(database);
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
    putAlert: new PutAlert(alerts, clock),
    listAlerts: new ListAlerts(alerts),
    listAlertChanges: new ListAlertChanges(alerts),
    deleteAlert: new DeleteAlert(alerts, clock),
  };
}

/** The operator's use cases within one transaction that several contexts share. */
export function wireNotificationsIn(tx: Transaction, clock: Clock) {
  const repositories = { alerts: new TypeormAlertRepository(tx), farm: new ContextsWatchedFarm(tx) };
  return { applyAlerts: new ApplyAlerts(repositories, clock) };
}
