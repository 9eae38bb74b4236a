import type { LocalDate } from '@furrow/kernel';
import { About, CalendarDate, Id, Optional } from '../http/fields.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

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
