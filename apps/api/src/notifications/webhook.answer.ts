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
import * as s from '../openapi/schema.ts';

export const EXAMPLE_DELIVERY_ID = 'evt_hyl3k8f0a2_16_0';

const webhookId = s.about(s.idOf('webhook'), 'The webhook');
const secret = s.about(
  s.text,
  'The secret that verifies signatures; shown only now',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
);
const deliveryId = s.about(
  s.text,
  'The event’s id, sent as `webhook-id` with each attempt',
  EXAMPLE_DELIVERY_ID,
);

const webhook = s.named('Webhook', 'A URL to which events of the company are sent.', {
  webhookId,
  url: s.about(s.text, 'The URL', 'https://hooks.example.com/furrow'),
  events: s.about(s.listOf(s.oneOf(...EVENT_TYPES)), 'Types of the events that are sent', ['session.closed']),
  description: s.about(s.orNull(s.text), 'Its description for people', 'To the ERP'),
  status: s.about(s.oneOf(...WEBHOOK_STATUSES), 'Whether events are sent'),
  pausedReason: s.about(
    s.orNull(s.oneOf(...PAUSE_REASONS)),
    '`requested` by an admin; `gone`: the receiver answered 410; `failing`: every delivery failed for five days',
    null,
  ),
  pausedAt: s.about(s.orNull(s.dateTime), 'Null while it is active', null),
  createdAt: s.about(s.dateTime, 'When it was created'),
  updatedAt: s.about(s.dateTime, 'When it was last changed'),
});

const attempt = s.named('WebhookAttempt', 'One attempt of a delivery.', {
  time: s.about(s.dateTime, 'When it began'),
  status: s.about(
    s.orNull(s.schemaOf<number>({ type: 'integer' })),
    'HTTP status; null without a response',
    503,
  ),
  duration: s.about(s.count, 'Milliseconds until the status arrived or the attempt ended', 84),
  reason: s.about(s.orNull(s.text), 'Why it failed; null if it succeeded', 'answered 503'),
});

const delivery = s.named('WebhookDelivery', 'An event to be sent, sent, or given up.', {
  deliveryId,
  type: s.about(s.text, 'The event’s type; `webhook.test` for a test', 'session.closed'),
  status: s.about(s.oneOf(...DELIVERY_STATUSES), '`failed`: no further attempts'),
  createdAt: s.about(s.dateTime, 'When it was first due'),
  nextAttemptAt: s.about(s.orNull(s.dateTime), 'When the next attempt is due; null without one', null),
  attempts: s.about(s.listOf(attempt), 'The latest 50 at most, in order of time'),
});

export const WEBHOOK = s.success(webhook);
export const WEBHOOKS = s.success(s.listOf(webhook));
export const WEBHOOK_CREATED = s.success(s.named('CreatedWebhook', 'A new webhook.', { webhookId, secret }));
export const SECRET_ROTATED = s.success(
  s.named('RotatedWebhookSecret', 'A new secret.', {
    webhookId,
    secret,
    overlapsUntil: s.about(s.dateTime, 'Until then events are also signed with the previous secret'),
  }),
);
export const DELIVERIES = s.success(s.listOf(delivery), { meta: PAGE_META });
export const DELIVERY_ASKED = s.success(
  s.named('WebhookDeliveryAsked', 'Queued deliveries.', { deliveryId }),
);
const replay = s.named('WebhookReplay', 'Past events that are sent again.', {
  webhookId,
  status: s.about(
    s.oneOf(...REPLAY_STATUSES),
    '`set_aside`: it failed several times, and is tried again; `cancelled`: the webhook was paused',
  ),
  since: s.about(s.dateTime, 'From which instant on'),
  requestedAt: s.about(s.dateTime, 'Up to when; later events are sent as they are committed'),
  readUpTo: s.about(s.orNull(s.dateTime), 'Everything before it is queued; null if nothing was read yet'),
  replayed: s.about(s.count, 'How many events are queued so far', 12),
  reason: s.about(s.orNull(s.text), 'Why it was set aside or cancelled', null),
  nextAttemptAt: s.about(s.orNull(s.dateTime), 'When it is tried again, if it was set aside', null),
  endedAt: s.about(s.orNull(s.dateTime), 'Null until it is completed or cancelled', null),
});

export const REPLAY = s.success(replay);
export const LAST_REPLAY = s.success(s.orNull(replay));

export const webhookAnswer = ({ state }: Webhook): s.Value<typeof webhook> => ({
  ...state,
  pausedAt: state.pausedAt?.toISOString() ?? null,
  createdAt: state.createdAt.toISOString(),
  updatedAt: state.updatedAt.toISOString(),
});

export const deliveryAnswer = (item: DeliveryItem): s.Value<typeof delivery> => ({
  ...item,
  createdAt: item.createdAt.toISOString(),
  nextAttemptAt: item.nextAttemptAt?.toISOString() ?? null,
});

export const replayAnswer = ({ status, readUpTo, state }: Replay): s.Value<typeof replay> => ({
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
