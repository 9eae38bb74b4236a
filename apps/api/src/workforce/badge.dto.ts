import { SHEET_LANGUAGES, type SheetLanguage } from '@furrow/workforce';
import { ApiProperty } from '@nestjs/swagger';
import { FeedQuery } from '../http/feed-query.ts';
import { About, Id, IfGiven, Instant, OneOf, Optional, Texts } from '../http/fields.ts';
import { PageAsked, PageSizeAsked } from '../http/page-query.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

const MAX_CARDS = 200;

export class AssignBadgeBody {
  @About('A worker of the company', EXAMPLE_IDS.worker)
  @Id()
  workerId: string;

  @About('From when on the worker has it; by default now', '2026-01-31T06:00:00-03:00')
  @Optional(Instant())
  from?: Date | null;
}

export class BadgeSheetBody {
  @About('Whose badges, in this order; who has none gets one', [EXAMPLE_IDS.worker])
  @Texts({ min: 1, most: MAX_CARDS, length: 128 })
  workerIds: string[];

  @About('The language of the document', 'es')
  @Optional(OneOf(SHEET_LANGUAGES), ApiProperty({ default: 'en' }))
  lang?: SheetLanguage | null;
}

export class ListBadgesQuery extends FeedQuery {
  @About('Only this worker’s', EXAMPLE_IDS.worker)
  @IfGiven(Id())
  workerId?: string;

  @PageAsked()
  page = 1;

  @PageSizeAsked()
  pageSize = 25;
}
