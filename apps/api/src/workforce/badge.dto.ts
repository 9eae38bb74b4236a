import { FeedQuery } from '../http/feed-query.ts';
import { About, Id, IfGiven, Instant, Optional } from '../http/fields.ts';
import { PageAsked, PageSizeAsked } from '../http/page-query.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

export class AssignBadgeBody {
  @About('A worker of the company', EXAMPLE_IDS.worker)
  @Id()
  workerId: string;

  @About('From when on the worker has it; by default now', '2026-01-31T06:00:00-03:00')
  @Optional(Instant())
  from?: Date | null;
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
