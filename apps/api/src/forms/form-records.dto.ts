import type { LocalDate } from '@furrow/kernel';
import type { Separator } from '../http/export/csv.ts';
import { type Format, FormatAsked, SeparatorAsked } from '../http/export/export-format.ts';
import { FeedQuery } from '../http/feed-query.ts';
import { About, CalendarDate, Id, IfGiven, OfProject, OfSector } from '../http/fields.ts';
import { PageAsked, PageSizeAsked } from '../http/page-query.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

/** Filters apply to a page, an export and a feed alike; an omitted one matches everything. */
export class FormRecordsQuery extends FeedQuery {
  @About(
    'First local day of `recordedAt`: of the requested project, else of the zone of all or most of the company’s projects',
    '2026-01-01',
  )
  @IfGiven(CalendarDate())
  from?: LocalDate;

  @About('Last local day', '2026-01-31')
  @IfGiven(CalendarDate())
  to?: LocalDate;

  @OfProject()
  projectId?: string;

  @OfSector()
  sectorId?: string;

  @About('The author, by `userId` or idpId', EXAMPLE_IDS.user)
  @IfGiven(Id())
  userId?: string;

  @PageAsked()
  page = 1;

  @PageSizeAsked()
  pageSize = 25;

  @FormatAsked({ isPaged: true })
  format?: Format;

  @SeparatorAsked()
  separator?: Separator;
}
