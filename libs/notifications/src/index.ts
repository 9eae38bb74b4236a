export { notificationsMigrations } from './adapters/typeorm/migrations/index.ts';
export { AddWebhook, type NewWebhook } from './application/add-webhook.ts';
export { EventSink } from './application/live/listener.ts';
export { LiveEvents } from './application/live/live-events.ts';
export { wireNotifications } from './wiring.ts';
