import type { DeliveryItem } from '@furrow/notifications';
import {
  DELIVERY_STATUSES,
  EVENT_TYPES,
  PAUSE_REASONS,
  type Replay,
  REPLAY_STATUSES,
  type Webhook,
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
  schemaOf,
  success,
  text,
  type Value,
} from '../openapi/schema.ts';

export const EXAMPLE_DELIVERY_ID = 'evt_hyl3k8f0a2_16_0';

const webhookId = about(idOf('webhook'), 'The webhook');
const secret = about(
  text,
  'The secret that verifies signatures; shown only now',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
);
const deliveryId = about(text, 'The event’s id, sent as `webhook-id` with each attempt', EXAMPLE_DELIVERY_ID);

const webhook = named('Webhook', 'A URL to which events of the company are sent.', {
  webhookId,
  url: about(text, 'The URL', 'https://hooks.example.com/furrow'),
  events: about(listOf(oneOf(...EVENT_TYPES)), 'Types of the events that are sent', ['session.closed']),
  description: about(orNull(text), 'Its description for people', 'To the ERP'),
  status: about(oneOf(...WEBHOOK_STATUSES), 'Whether events are sent'),
  pausedReason: about(
    orNull(oneOf(...PAUSE_REASONS)),
    '`requested` by an admin; `gone`: the receiver answered 410; `failing`: every delivery failed for five days',
    null,
  ),
  pausedAt: about(orNull(dateTime), 'Null while it is active', null),
  createdAt: about(dateTime, 'When it was created'),
  updatedAt: about(dateTime, 'When it was last changed'),
});

const attempt = named('WebhookAttempt', 'One attempt of a delivery.', {
  time: about(dateTime, 'When it began'),
  status: about(orNull(schemaOf<number>({ type: 'integer' })), 'HTTP status; null without a response', 503),
  duration: about(count, 'Milliseconds until the status arrived or the attempt ended', 84),
  reason: about(orNull(text), 'Why it failed; null if it succeeded', 'answered 503'),
});

const delivery = named('WebhookDelivery', 'An event to be sent, sent, or given up.', {
  deliveryId,
  type: about(text, 'The event’s type; `webhook.test` for a test', 'session.closed'),
  status: about(oneOf(...DELIVERY_STATUSES), '`failed`: no further attempts'),
  createdAt: about(dateTime, 'When it was first due'),
  nextAttemptAt: about(orNull(dateTime), 'When the next attempt is due; null without one', null),
  attempts: about(listOf(attempt), 'The latest 50 at most, in order of time'),
});

export const WEBHOOK = success(webhook);
export const WEBHOOKS = success(listOf(webhook));
export const WEBHOOK_CREATED = success(named('CreatedWebhook', 'A new webhook.', { webhookId, secret }));
export const SECRET_ROTATED = success(
  named('RotatedWebhookSecret', 'A new secret.', {
    webhookId,
    secret,
    overlapsUntil: about(dateTime, 'Until then events are also signed with the previous secret'),
  }),
);
export const DELIVERIES = success(listOf(delivery), { meta: PAGE_META });
export const DELIVERY_ASKED = success(named('WebhookDeliveryAsked', 'Queued deliveries.', { deliveryId }));
const replay = named('WebhookReplay', 'Past events that are sent again.', {
  webhookId,
  status: about(
    oneOf(...REPLAY_STATUSES),
    '`set_aside`: it failed several times, and is tried again; `cancelled`: the webhook was paused',
  ),
  since: about(dateTime, 'From which instant on'),
  requestedAt: about(dateTime, 'Up to when; later events are sent as they are committed'),
  readUpTo: about(orNull(dateTime), 'Everything before it is queued; null if nothing was read yet'),
  replayed: about(count, 'How many events are queued so far', 12),
  reason: about(orNull(text), 'Why it was set aside or cancelled', null),
  nextAttemptAt: about(orNull(dateTime), 'When it is tried again, if it was set aside', null),
  endedAt: about(orNull(dateTime), 'Null until it is completed or cancelled', null),
});

export const REPLAY = success(replay);
export const LAST_REPLAY = success(orNull(replay));

export const webhookAnswer = ({ state }: Webhook): Value<typeof webhook> => ({
  ...state,
  pausedAt: state.pausedAt?.toISOString() ?? null,
  createdAt: state.createdAt.toISOString(),
  updatedAt: state.updatedAt.toISOString(),
});

export const deliveryAnswer = (item: DeliveryItem): Value<typeof delivery> => ({
  ...item,
  createdAt: item.createdAt.toISOString(),
  nextAttemptAt: item.nextAttemptAt?.toISOString() ?? null,
});

export const replayAnswer = ({ status, readUpTo, state }: Replay): Value<typeof replay> => ({
  webhookId: state.webhookId,
  status,
  since: state.since.toISOString(),
  requestedAt: state.until.toISOString(),
  readUpTo: readUpTo?.toISOString() ?? null,
  replayed: state.replayed,
  // A slice that is under way has no outcome yet.
  reason: status === 'running' ? null : state.reason,
  nextAttemptAt: status === 'set_aside' ? (state.nextAt?.toISOString() ?? null) : null,
  endedAt: state.endedAt?.toISOString() ?? null,
});
