import type { LocalDate } from '@furrow/kernel';
import { MAX_MANUAL_AMOUNT, MAX_REASON } from '@furrow/payroll/domain';
import {
  About,
  CalendarDate,
  Flag,
  Id,
  IfGiven,
  NumberFrom,
  Optional,
  OtherThan,
  Text,
  Words,
} from '../http/fields.ts';
import { PageQuery } from '../http/page-query.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

export class StatePayLineBody {
  @About('Whose pay it changes', EXAMPLE_IDS.worker)
  @Id()
  workerId: string;

  @About('The local day that it is for', '2026-01-14')
  @CalendarDate()
  day: LocalDate;

  @About('Not 0, with at most the decimals of the currency; below 0 it is deducted', 25)
  @NumberFrom(-MAX_MANUAL_AMOUNT, MAX_MANUAL_AMOUNT)
  @OtherThan(0)
  amount: number;

  @About('Told on the statement, with who added it and when', 'Own vehicle used')
  @Words(MAX_REASON)
  reason: string;

  @About(
    'Whether it is part of the regular rate by which overtime of its workweek is paid; false by default',
    false,
  )
  @Optional(Flag())
  inRegularRate?: boolean | null;

  @About('The key of the line: a repeat changes nothing', 'office/2026-01-14/1')
  @Text(100)
  clientEventId: string;
}

export class VoidPayLineBody {
  @About('Told with the counter-movement; by default the reason of the line', 'The wrong worker')
  @Optional(Words(MAX_REASON))
  reason?: string | null;
}

export class ListPayLinesQuery extends PageQuery {
  @About('First local day, inclusive', '2026-01-01')
  @IfGiven(CalendarDate())
  from?: LocalDate;

  @About('Last local day, inclusive', '2026-01-31')
  @IfGiven(CalendarDate())
  to?: LocalDate;

  @About('Only this worker’s', EXAMPLE_IDS.worker)
  @IfGiven(Id())
  workerId?: string;
}
