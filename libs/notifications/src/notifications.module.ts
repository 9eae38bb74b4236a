import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/platform';
import { wiredProviders } from '@furrow/platform/module';
import { Module } from '@nestjs/common';
import { AddWebhook } from './application/add-webhook.ts';
import { wireNotifications } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, Clock], wireNotifications, {
  addWebhook: AddWebhook,
});

@Module({ providers, exports })
export class NotificationsModule {}
