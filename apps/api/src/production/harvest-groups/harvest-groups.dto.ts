import type { LocalDate } from '@furrow/kernel';
import { HARVEST_GROUPINGS, type HarvestGrouping } from '@furrow/production/domain';
import { ApiProperty } from '@nestjs/swagger';
import { type Separator } from '../../http/export/csv.ts';
import { SeparatorAsked } from '../../http/export/export-format.ts';
import {
  About,
  CalendarDate,
  IfGiven,
  OfCompany,
  OfProject,
  OfSector,
  OneOf,
  Text,
} from '../../http/fields.ts';

export const GROUP_FORMATS = ['json', 'csv', 'xlsx'] as const;
export type GroupFormat = (typeof GROUP_FORMATS)[number];

/** Local days, both ends included. */
export class HarvestSumsQuery {
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

  @About('Only this crop', 'Cherry')
  @IfGiven(Text(200))
  crop?: string;

  @About('Only this variety', 'Lapins')
  @IfGiven(Text(200))
  variety?: string;

  @About('Instead of JSON: CSV for spreadsheets, or a workbook', 'csv')
  @IfGiven(OneOf(GROUP_FORMATS), ApiProperty({ default: 'json' }))
  format?: GroupFormat;

  @SeparatorAsked()
  separator?: Separator;
}

export class HarvestGroupsQueryDto extends HarvestSumsQuery {
  @About('What is summed together', 'sector')
  @IfGiven(OneOf(HARVEST_GROUPINGS), ApiProperty({ default: 'sector' }))
  by?: HarvestGrouping;
}
