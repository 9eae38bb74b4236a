import { Clock } from '@furrow/kernel';
import { Config } from '@furrow/config';
import { Database } from '@furrow/database';
import { BackgroundJobs } from '@furrow/jobs';
import { Metrics } from '@furrow/observability';
import { wiredProviders } from '@furrow/database/module';
import { Module } from '@nestjs/common';
import { AlertsJob } from './adapters/scheduler/alerts-job.ts';
import { LiveEventsJob } from './adapters/scheduler/live-events-job.ts';
import { DeleteAlert } from './application/alerts/delete-alert.ts';
import { EnrolDevices } from './application/alerts/enrol-devices.ts';
import { EvaluateAlerts } from './application/alerts/evaluate-alerts.ts';
import { ListAlertChanges } from './application/alerts/list-alert-changes.ts';
import { ListAlerts } from './application/alerts/list-alerts.ts';
import { PutAlert } from './application/alerts/put-alert.ts';
import { LiveEvents } from './application/live/live-events.ts';
import { loggedReplays, WebhookReplayJob } from './adapters/scheduler/webhook-replay-job.ts';
import { WebhookDeliveryJob } from './adapters/scheduler/webhook-delivery-job.ts';
import { DeliveryDispatcher } from './application/deliveries/delivery-dispatcher.ts';
import { ListDeliveries } from './application/deliveries/list-deliveries.ts';
import { RetryDelivery } from './application/deliveries/retry-delivery.ts';
import { TestWebhook } from './application/deliveries/test-webhook.ts';
import { DeliveryQueue } from './application/ports.ts';
import { ContinueReplays } from './application/replays/continue-replays.ts';
import { GetReplay } from './application/replays/get-replay.ts';
import { StartReplay } from './application/replays/start-replay.ts';
import { CreateWebhook } from './application/webhooks/create-webhook.ts';
import { DeleteWebhook } from './application/webhooks/delete-webhook.ts';
import { GetWebhook } from './application/webhooks/get-webhook.ts';
import { ListWebhooks } from './application/webhooks/list-webhooks.ts';
import { RotateWebhookSecret } from './application/webhooks/rotate-webhook-secret.ts';
import { UpdateWebhook } from './application/webhooks/update-webhook.ts';
import { wireNotificationsProcess } from './process-wiring.ts';
import { wireNotifications } from './wiring.ts';

const useCases = wiredProviders([Database, Clock, Config], wireNotifications, {
  createWebhook: CreateWebhook,
  updateWebhook: UpdateWebhook,
  getWebhook: GetWebhook,
  listWebhooks: ListWebhooks,
  deleteWebhook: DeleteWebhook,
  rotateWebhookSecret: RotateWebhookSecret,
  testWebhook: TestWebhook,
  listDeliveries: ListDeliveries,
  retryDelivery: RetryDelivery,
  startReplay: StartReplay,
  getReplay: GetReplay,
  putAlert: PutAlert,
  listAlerts: ListAlerts,
  listAlertChanges: ListAlertChanges,
  deleteAlert: DeleteAlert,
});

function wireProcess(database: Database, clock: Clock, config: Config, metrics: Metrics) {
  return wireNotificationsProcess(database, clock, config, { metrics, replays: loggedReplays });
}

const ofProcess = wiredProviders([Database, Clock, Config, Metrics], wireProcess, {
  deliveryQueue: DeliveryQueue,
  deliveryDispatcher: DeliveryDispatcher,
  continueReplays: ContinueReplays,
  liveEvents: LiveEvents,
  evaluateAlerts: EvaluateAlerts,
  enrolDevices: EnrolDevices,
});

@Module({
  providers: [
    ...useCases.providers,
    ...ofProcess.providers,
    {
      provide: WebhookReplayJob,
      inject: [ContinueReplays, BackgroundJobs],
      useFactory: (replays: ContinueReplays, jobs: BackgroundJobs) => new WebhookReplayJob(replays, jobs),
    },
    LiveEventsJob,
    AlertsJob,
    {
      provide: WebhookDeliveryJob,
      inject: [DeliveryQueue, DeliveryDispatcher, BackgroundJobs],
      useFactory: (queue: DeliveryQueue, dispatcher: DeliveryDispatcher, jobs: BackgroundJobs) =>
        new WebhookDeliveryJob(queue, dispatcher, jobs),
    },
  ],
  exports: [...useCases.exports, LiveEvents],
})
export class NotificationsModule {}
