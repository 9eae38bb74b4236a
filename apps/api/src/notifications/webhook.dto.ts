import type { PageRequest } from '@furrow/kernel';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  EVENT_TYPES,
  WEBHOOK_STATUSES,
  type WebhookStatus,
} from '@furrow/notifications/domain';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { About, IfGiven, Instant, Notes, OneOf, Optional, Text, Texts } from '../http/fields.ts';
import { PageAsked, PageSizeAsked } from '../http/page-query.ts';

const MAX_URL = 2_000;
const MAX_DESCRIPTION = 500;
const TYPES: readonly string[] = EVENT_TYPES;

const WebAddress = () =>
  ValidateBy({
    name: 'webAddress',
    validator: {
      validate: (value) => typeof value === 'string' && /^https?:/i.test(value.trim()) && URL.canParse(value),
      defaultMessage: () => '$property must be an https URL',
    },
  });

/** The number of events is limited by Texts. */
const EventTypes = () =>
  ValidateBy({
    name: 'eventTypes',
    validator: {
      validate: (value) => Array.isArray(value) && value.every((each) => TYPES.includes(each as string)),
      defaultMessage: () => `$property must name one or more of ${TYPES.join(', ')}`,
    },
  });

const Url = () => [Text(MAX_URL), WebAddress()];
const Events = () => [
  Texts({ min: 1, most: TYPES.length, length: 50 }),
  EventTypes(),
  ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...TYPES] },
    minItems: 1,
    maxItems: TYPES.length,
  }),
];
const applied =
  (rules: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) =>
    rules.forEach((rule) => rule(target, property));

const ABOUT_URL = 'Where events are sent: https, without credentials, and not a private or reserved address';
const EXAMPLE_URL = 'https://hooks.example.com/furrow';

export class CreateWebhookBody {
  @About(ABOUT_URL, EXAMPLE_URL)
  @applied(Url())
  url: string;

  @About('Which events', ['session.closed', 'records.added'])
  @applied(Events())
  events: string[];

  @About('Its description for people', 'To the ERP')
  @Optional(Notes(MAX_DESCRIPTION))
  description?: string | null;
}

export class UpdateWebhookBody {
  @About(ABOUT_URL, EXAMPLE_URL)
  @IfGiven(...Url())
  url?: string;

  @About('Which events, from now on', ['session.closed'])
  @IfGiven(...Events())
  events?: string[];

  @About('Its description for people; null clears it', 'To the ERP')
  @Optional(Notes(MAX_DESCRIPTION))
  description?: string | null;

  @About('A paused webhook gets nothing; once active again, it gets events committed from then on', 'paused')
  @IfGiven(OneOf(WEBHOOK_STATUSES))
  status?: WebhookStatus;
}

export class ReplayBody {
  @About('From which instant on, at most 30 days ago', '2026-01-31T08:00:00Z')
  @Instant()
  since: Date;
}

export class DeliveriesQuery implements PageRequest {
  @PageAsked()
  page = 1;

  @PageSizeAsked()
  pageSize = 25;

  @About('Only of this status')
  @Optional(OneOf(DELIVERY_STATUSES))
  status?: DeliveryStatus;
}
