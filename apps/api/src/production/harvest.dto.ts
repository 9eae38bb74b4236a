import type { LocalDate } from '@furrow/kernel';
import { About, CalendarDate, Id, IfGiven } from '../http/fields.ts';

/** Local days, both ends included. */
export class HarvestQueryDto {
  @About('First local day')
  @CalendarDate()
  startTime: LocalDate;

  @About('Last local day, at most 366 days in all')
  @CalendarDate()
  endTime: LocalDate;

  @About('Must be the token’s company')
  @IfGiven(Id())
  companyId?: string;

  @IfGiven(Id())
  projectId?: string;

  @IfGiven(Id())
  sectorId?: string;
}
