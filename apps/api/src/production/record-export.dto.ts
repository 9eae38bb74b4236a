import type { LocalDate } from '@furrow/kernel';
import type { Separator } from '../http/export/csv.ts';
import { type Format, FormatAsked, PLACELESS, SeparatorAsked } from '../http/export/export-format.ts';
import { About, CalendarDate, OfCompany, OfProject, OfSector } from '../http/fields.ts';

/** Local days of the sessions, both ends included. */
export class RecordExportQuery {
  @About('First local day', '2026-01-01')
  @CalendarDate()
  startTime: LocalDate;

  @About('Last local day, at most 366 days in all', '2026-01-31')
  @CalendarDate()
  endTime: LocalDate;

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
