import type { LocalDate } from '@furrow/kernel';
import { About, CalendarDate, Id, IfGiven } from '../http/fields.ts';

/** Local days, both ends included. */
export class PhytosanitaryQueryDto {
  @About('First local day')
  @CalendarDate()
  startTime: LocalDate;

  @About('Last local day, at most 180 days in all')
  @CalendarDate()
  endTime: LocalDate;

  @About('Must be the token’s company')
  @IfGiven(Id())
  companyId?: string;

  @About('Must be the company’s')
  @IfGiven(Id())
  projectId?: string;

  @About('Must be the company’s, and the project’s where one is given')
  @IfGiven(Id())
  sectorId?: string;
}
