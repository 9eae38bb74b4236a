import type { LocalDate } from '@furrow/kernel';
import type { Separator } from '../http/export/csv.ts';
import { type Format, FormatAsked, PLACELESS, SeparatorAsked } from '../http/export/export-format.ts';
import { About, CalendarDate, Id, IfGiven, Notes, OfProject, Optional } from '../http/fields.ts';
import { PageQuery } from '../http/page-query.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

export class VoidShiftBody {
  @About('For people, kept with the shift', 'The wrong worker')
  @Optional(Notes(500))
  reason?: string | null;
}

export class ListShiftsQuery extends PageQuery {
  @About('First local day on which a shift starts, inclusive', '2026-01-01')
  @IfGiven(CalendarDate())
  from?: LocalDate;

  @About('Last local day on which a shift starts, inclusive', '2026-01-31')
  @IfGiven(CalendarDate())
  to?: LocalDate;

  @About('Only this worker’s', EXAMPLE_IDS.worker)
  @IfGiven(Id())
  workerId?: string;

  @OfProject()
  projectId?: string;

  @FormatAsked({ of: PLACELESS, isPaged: true })
  format?: Format;

  @SeparatorAsked()
  separator?: Separator;
}
