import type { LocalDate } from '@furrow/kernel';
import { type Language, LANGUAGES } from '@furrow/payroll';
import { type Acknowledgeable, ACKNOWLEDGEABLE } from '@furrow/payroll/domain';
import { ApiProperty } from '@nestjs/swagger';
import type { Separator } from '../http/export/csv.ts';
import { SeparatorAsked } from '../http/export/export-format.ts';
import { About, CalendarDate, EachOneOf, Id, IfGiven, OneOf, Optional } from '../http/fields.ts';
import { PageQuery } from '../http/page-query.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

export class OpenPayRunBody {
  @About('First local day that is paid; it may be in the future', '2026-01-12')
  @CalendarDate()
  from: LocalDate;

  @About('Last local day, inclusive, at most 62 days in all', '2026-01-18')
  @CalendarDate()
  to: LocalDate;

  @About('Only work in this project; by default in all', EXAMPLE_IDS.project)
  @Optional(Id())
  projectId?: string | null;
}

export class FreezePayRunBody {
  @About('Flags that the admin has seen and that are not to prevent freezing', ['negative_gross'])
  @Optional(EachOneOf(ACKNOWLEDGEABLE))
  acknowledge?: Acknowledgeable[] | null;
}

export class ListPayRunsQuery extends PageQuery {
  @About('`false`: without the statements of frozen runs, which are long if there are many workers', 'false')
  @IfGiven(OneOf(['true', 'false']), ApiProperty({ default: 'true' }))
  statements?: 'true' | 'false';
}

export class ExportPayRunQuery {
  @About('CSV, or a workbook', 'csv')
  @IfGiven(OneOf(['csv', 'xlsx']), ApiProperty({ default: 'csv' }))
  format?: 'csv' | 'xlsx';

  @SeparatorAsked()
  separator?: Separator;
}

export class StatementQuery {
  @About('JSON, or a printable page', 'pdf')
  @IfGiven(OneOf(['json', 'pdf']), ApiProperty({ default: 'json' }))
  format?: 'json' | 'pdf';

  @About('The language of the page', 'es')
  @IfGiven(OneOf(LANGUAGES), ApiProperty({ default: 'en' }))
  lang?: Language;
}
