import type { LocalDate } from '@furrow/kernel';
import type { Separator } from '../http/export/csv.ts';
import { type Format, FormatAsked, PLACELESS, SeparatorAsked } from '../http/export/export-format.ts';
import { FeedQuery, UnlessFollowing } from '../http/feed-query.ts';
import { About, CalendarDate, OfCompany, OfProject, OfSector } from '../http/fields.ts';

/** Local days, both ends included. */
export class HarvestQueryDto extends FeedQuery {
  @About('First local day; required unless following a feed', '2026-01-01')
  @UnlessFollowing(CalendarDate())
  startTime?: LocalDate;

  @About('Last local day, at most 366 days in all; required unless following a feed', '2026-01-31')
  @UnlessFollowing(CalendarDate())
  endTime?: LocalDate;

  @OfCompany()
  companyId?: string;

  @OfProject()
  projectId?: string;

  @OfSector()
  sectorId?: string;

  @FormatAsked({ of: PLACELESS })
  format?: Format;

  @SeparatorAsked()
  separator?: Separator;
}
