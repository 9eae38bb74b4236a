import { Clock } from '@furrow/kernel';
import { Config } from '@furrow/config';
import { Database } from '@furrow/database';
import { BackgroundJobs } from '@furrow/jobs';
import { Metrics } from '@furrow/observability';
import { wiredProviders } from '@furrow/database/module';
import { Module } from '@nestjs/common';
import { AlertsJob } from './adapters/scheduler/alerts-job.ts';
import { LiveEventsJob } from './adapters/scheduler/live-events-job.ts';
import { EnrolDevices } from './application/alerts/enrol-devices.ts';
import { EvaluateAlerts } from './application/alerts/evaluate-alerts.ts';
import { loggedReplays, WebhookReplayJob } from './adapters/scheduler/webhook-replay-job.ts';
import { WebhookDeliveryJob } from './adapters/scheduler/webhook-delivery-job.ts';
import { DeliveryDispatcher } from './application/deliveries/delivery-dispatcher.ts';
import { DeliveryQueue } from './application/ports.ts';
import { ContinueReplays } from './application/replays/continue-replays.ts';
import { wireNotificationsProcess } from './process-wiring.ts';
import * as notifications from './index.ts';
import { wireNotifications } from './wiring.ts';

const useCases = wiredProviders([Database, Clock, Config], wireNotifications, {
  createWebhook: notifications.CreateWebhook,
  updateWebhook: notifications.UpdateWebhook,
  getWebhook: notifications.GetWebhook,
  listWebhooks: notifications.ListWebhooks,
  deleteWebhook: notifications.DeleteWebhook,
  rotateWebhookSecret: notifications.RotateWebhookSecret,
  testWebhook: notifications.TestWebhook,
  listDeliveries: notifications.ListDeliveries,
  retryDelivery: notifications.RetryDelivery,
  startReplay: notifications.StartReplay,
  getReplay: notifications.GetReplay,
  putAlert: notifications.PutAlert,
  listAlerts: notifications.ListAlerts,
  listAlertChanges: notifications.ListAlertChanges,
  deleteAlert: notifications.DeleteAlert,
});

function wireProcess(database: Database, clock: Clock, config: Config, metrics: Metrics) {
  return wireNotificationsProcess(database, clock, config, { metrics, replays: loggedReplays });
}

const ofProcess = wiredProviders([Database, Clock, Config, Metrics], wireProcess, {
  deliveryQueue: DeliveryQueue,
  deliveryDispatcher: DeliveryDispatcher,
  continueReplays: ContinueReplays,
  liveEvents: notifications.LiveEvents,
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
  exports: [...useCases.exports, notifications.LiveEvents],
})
export class NotificationsModule {}
