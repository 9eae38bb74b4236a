import type { LocalDate } from '@furrow/kernel';
import type { Separator } from '../http/export/csv.ts';
import { type Format, FormatAsked, PLACELESS, SeparatorAsked } from '../http/export/export-format.ts';
import { FeedQuery, UnlessFollowing } from '../http/feed-query.ts';
import { About, CalendarDate, Id, IfGiven } from '../http/fields.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

/** Local days, both ends included. */
export class HarvestQueryDto extends FeedQuery {
  @About('First local day; required unless following a feed', '2026-01-01')
  @UnlessFollowing(CalendarDate())
  startTime?: LocalDate;

  @About('Last local day, at most 366 days in all; required unless following a feed', '2026-01-31')
  @UnlessFollowing(CalendarDate())
  endTime?: LocalDate;

  @About('Must be the caller’s company', EXAMPLE_IDS.company)
  @IfGiven(Id())
  companyId?: string;

  @About('A project of the company', EXAMPLE_IDS.project)
  @IfGiven(Id())
  projectId?: string;

  @About('A sector of the company, and of the project where one is given', EXAMPLE_IDS.sector)
  @IfGiven(Id())
  sectorId?: string;

  @FormatAsked({ of: PLACELESS })
  format?: Format;

  @SeparatorAsked()
  separator?: Separator;
}
