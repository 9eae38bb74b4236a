export { WebhookExists } from './errors.ts';
export { Webhook, type WebhookId, type WebhookState } from './webhook.ts';
export {
  bodyOf,
  type CommittedAct,
  EVENT_TYPES,
  type EventBody,
  type EventData,
  type EventKey,
  eventsOf,
  type EventType,
  type FarmEvent,
  readEventId,
  TOLD_ACTS,
} from './event.ts';
export { type Hearer, hears, hearsAlike, sessionInQuestion } from './event-audience.ts';
