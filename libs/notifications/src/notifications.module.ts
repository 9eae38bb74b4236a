import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/platform';
import { wiredProviders } from '@furrow/platform/module';
import { Module } from '@nestjs/common';
import { LiveEventsJob } from './adapters/scheduler/live-events-job.ts';
import { LiveEvents } from './application/live/live-events.ts';
import { AddWebhook } from './application/add-webhook.ts';
import { wireLiveEvents, wireNotifications } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, Clock], wireNotifications, {
  addWebhook: AddWebhook,
});

const live = wiredProviders([Database, Clock], wireLiveEvents, { liveEvents: LiveEvents });

@Module({
  providers: [...providers, ...live.providers, LiveEventsJob],
  exports: [...exports, ...live.exports],
})
export class NotificationsModule {}
