import type { PageRequest } from '@furrow/kernel';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  EVENT_TYPES,
  WEBHOOK_STATUSES,
  type WebhookStatus,
} from '@furrow/notifications/domain';
import { ApiProperty } from '@nestjs/swagger';
import {
  About,
  allOf,
  IfGiven,
  Instant,
  Must,
  NamesSomeOf,
  Notes,
  OneOf,
  Optional,
  Text,
  Texts,
} from '../http/fields.ts';
import { PageAsked, PageSizeAsked } from '../http/page-query.ts';

const MAX_URL = 2_000;
const MAX_DESCRIPTION = 500;

const Url = () =>
  allOf(
    Text(MAX_URL),
    Must(
      (value) => typeof value === 'string' && /^https?:/i.test(value.trim()) && URL.canParse(value),
      '$property must be an https URL',
    ),
  );

const Events = () =>
  allOf(
    Texts({ min: 1, most: EVENT_TYPES.length, length: 50 }),
    NamesSomeOf(EVENT_TYPES),
    ApiProperty({ type: 'array', items: { type: 'string', enum: [...EVENT_TYPES] } }),
  );

const ABOUT_URL = 'Where events are sent: https, without credentials, and not a private or reserved address';
const EXAMPLE_URL = 'https://hooks.example.com/furrow';

export class CreateWebhookBody {
  @About(ABOUT_URL, EXAMPLE_URL)
  @Url()
  url: string;

  @About('Types of the events to send', ['session.closed', 'records.added'])
  @Events()
  events: string[];

  @About('Its description for people', 'To the ERP')
  @Optional(Notes(MAX_DESCRIPTION))
  description?: string | null;
}

export class UpdateWebhookBody {
  @About(ABOUT_URL, EXAMPLE_URL)
  @IfGiven(Url())
  url?: string;

  @About('Types of the events to send from now on', ['session.closed'])
  @IfGiven(Events())
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
