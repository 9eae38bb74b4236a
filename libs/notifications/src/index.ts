export { notificationsMigrations } from './adapters/typeorm/migrations/index.ts';
export { AddWebhook, type NewWebhook } from './application/add-webhook.ts';
export { wireNotifications } from './wiring.ts';
