import type { LocalDate } from '@furrow/kernel';
import type { Separator } from '../http/export/csv.ts';
import { type Format, FormatAsked, PLACELESS, SeparatorAsked } from '../http/export/export-format.ts';
import { About, CalendarDate, Id, IfGiven } from '../http/fields.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

export class RestQueryDto {
  @About('Only those on a running shift of this project', EXAMPLE_IDS.project)
  @IfGiven(Id())
  projectId?: string;
}

export class DueRestsQueryDto {
  @About('A project of the company', EXAMPLE_IDS.project)
  @Id()
  projectId: string;

  @About('First local day of the project, inclusive', '2026-01-01')
  @CalendarDate()
  from: LocalDate;

  @About('Last local day of the project, inclusive; at most 62 days', '2026-01-31')
  @CalendarDate()
  to: LocalDate;

  @FormatAsked({ of: PLACELESS })
  format?: Format;

  @SeparatorAsked()
  separator?: Separator;
}
