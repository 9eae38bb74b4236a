import type { LocalDate } from '@furrow/kernel';
import type { Separator } from '../http/export/csv.ts';
import { type Format, FormatAsked, SeparatorAsked } from '../http/export/export-format.ts';
import { FeedQuery, UnlessFollowing } from '../http/feed-query.ts';
import { About, CalendarDate, Id, OfCompany, OfProject, OfSector } from '../http/fields.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

export const MAX_OBSERVED_DAYS = 180;

/** Local days, both ends included. */
export class PhytosanitaryQueryDto {
  @About('First local day', '2026-01-01')
  @CalendarDate()
  startTime: LocalDate;

  @About('Last local day, at most 180 days in all', '2026-01-31')
  @CalendarDate()
  endTime: LocalDate;

  @OfCompany()
  companyId?: string;

  @OfProject()
  projectId?: string;

  @OfSector()
  sectorId?: string;
}

/** Records can be followed. */
export class CompanyRecordsQueryDto extends FeedQuery {
  @About('First local day; required unless following a feed', '2026-01-01')
  @UnlessFollowing(CalendarDate())
  startTime?: LocalDate;

  @About('Last local day, at most 180 days in all; required unless following a feed', '2026-01-31')
  @UnlessFollowing(CalendarDate())
  endTime?: LocalDate;

  @OfCompany()
  companyId?: string;

  @OfProject()
  projectId?: string;

  @OfSector()
  sectorId?: string;

  @FormatAsked()
  format?: Format;

  @SeparatorAsked()
  separator?: Separator;
}

/** Local days of a project. */
export class ObservedDaysQuery {
  @About('First local day', '2026-01-01')
  @CalendarDate()
  startTime: LocalDate;

  @About('Last local day, at most 180 days in all', '2026-01-31')
  @CalendarDate()
  endTime: LocalDate;

  @About('Must belong to the company', EXAMPLE_IDS.project)
  @Id()
  projectId: string;
}
