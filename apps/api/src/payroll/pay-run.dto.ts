import type { LocalDate } from '@furrow/kernel';
import { ApiProperty } from '@nestjs/swagger';
import type { Separator } from '../http/export/csv.ts';
import { SeparatorAsked } from '../http/export/export-format.ts';
import { About, CalendarDate, Id, IfGiven, OneOf, Optional } from '../http/fields.ts';
import { PageQuery } from '../http/page-query.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { type Language, LANGUAGES } from './statement-words.ts';

export class OpenPayRunBody {
  @About('First local day of the projects that is paid for; it may lie ahead', '2026-01-12')
  @CalendarDate()
  from: LocalDate;

  @About('Last local day, inclusive, at most 62 days in all', '2026-01-18')
  @CalendarDate()
  to: LocalDate;

  @About('What was worked in this project alone; by default in all', EXAMPLE_IDS.project)
  @Optional(Id())
  projectId?: string | null;
}

export class ListPayRunsQuery extends PageQuery {
  @About('`false`: without statements, which of many workers are long', 'false')
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
  @About('JSON, or one page to print', 'pdf')
  @IfGiven(OneOf(['json', 'pdf']), ApiProperty({ default: 'json' }))
  format?: 'json' | 'pdf';

  @About('Of the page: English or Spanish', 'es')
  @IfGiven(OneOf(LANGUAGES), ApiProperty({ default: 'en' }))
  lang?: Language;
}
