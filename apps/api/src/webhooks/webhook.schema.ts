import {
  DELIVERY_STATUSES,
  EVENT_TYPES,
  PAUSE_REASONS,
  WEBHOOK_STATUSES,
} from '@furrow/notifications/domain';
import { PAGE_META } from '../http/page-query.ts';
import {
  about,
  count,
  dateTime,
  idOf,
  listOf,
  named,
  oneOf,
  orNull,
  success,
  text,
} from '../openapi/schema.ts';

export const EXAMPLE_DELIVERY_ID = 'evt_hyl3k8f0a2_16_0';

const webhookId = about(idOf('webhook'), 'The webhook');
const secret = about(
  text,
  'What the receiver verifies signatures by; told now and never again',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
);
const deliveryId = about(
  text,
  'The event’s id, which each attempt carries as `webhook-id`',
  EXAMPLE_DELIVERY_ID,
);

const webhook = named('Webhook', 'Where events of the company are sent, and which.', {
  webhookId,
  url: about(text, 'Where to', 'https://hooks.example.com/furrow'),
  events: about(listOf(oneOf(...EVENT_TYPES)), 'Which events', ['session.closed']),
  description: about(orNull(text), 'What people know it by', 'To the ERP'),
  status: about(oneOf(...WEBHOOK_STATUSES), 'Whether events are sent'),
  pausedReason: about(
    orNull(oneOf(...PAUSE_REASONS)),
    '`requested` by an admin; `gone`: the receiver answered 410; `failing`: it took nothing for five days',
    null,
  ),
  pausedAt: about(orNull(dateTime), 'Null while it is active', null),
  createdAt: about(dateTime, 'When it was made'),
  updatedAt: about(dateTime, 'When it was last changed'),
});

const attempt = named('WebhookAttempt', 'One try to send, as the log of deliveries tells it.', {
  time: about(dateTime, 'When it began'),
  status: about(orNull({ type: 'integer' }), 'HTTP status; null where none came', 503),
  duration: about(count, 'Milliseconds until the status came, or the try ended', 84),
  reason: about(orNull(text), 'Why it does not count; null where it does', 'answered 503'),
});

const delivery = named('WebhookDelivery', 'An event that is sent, was sent, or was given up.', {
  deliveryId,
  type: about(text, 'The event’s type; `webhook.test` for a test', 'session.closed'),
  status: about(oneOf(...DELIVERY_STATUSES), '`failed` is no longer tried'),
  createdAt: about(dateTime, 'When it was first to be sent'),
  nextAttemptAt: about(orNull(dateTime), 'When it is tried next; null where it is not', null),
  attempts: about(listOf(attempt), 'Up to the latest 50, in order of time'),
});

export const WEBHOOK = success(webhook);
export const WEBHOOKS = success(listOf(webhook));
export const WEBHOOK_CREATED = success(named('CreatedWebhook', 'A new webhook.', { webhookId, secret }));
export const SECRET_ROTATED = success(
  named('RotatedWebhookSecret', 'A new secret.', {
    webhookId,
    secret,
    overlapsUntil: about(dateTime, 'Until then events are signed by the secret before, too'),
  }),
);
export const DELIVERIES = success(listOf(delivery), { meta: PAGE_META });
export const DELIVERY_ASKED = success(
  named('WebhookDeliveryAsked', 'What is about to be sent.', { deliveryId }),
);
export const REPLAYED = success(
  named('WebhookReplay', 'What is about to be sent.', {
    replayed: about(count, 'Events', 12),
  }),
);
