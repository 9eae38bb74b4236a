import { DEFAULT_RECEIPT_DAYS, MAX_RECEIPT_DAYS } from '@furrow/payroll/domain';
import { ApiProperty } from '@nestjs/swagger';
import { About, Id, IfGiven, Optional, Text, WholeNumber } from '../http/fields.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

const MAX_BADGE = 64;

export class IssueReceiptBody {
  @About('The worker; or give `badge`', EXAMPLE_IDS.worker)
  @Optional(Id())
  workerId?: string | null;

  @About('A badge that the worker has now', 'K7M2Q4XD')
  @Optional(Text(MAX_BADGE))
  badge?: string | null;

  @About('How many local days the page shows, today included', DEFAULT_RECEIPT_DAYS)
  @Optional(WholeNumber(1, MAX_RECEIPT_DAYS), ApiProperty({ default: DEFAULT_RECEIPT_DAYS }))
  days?: number | null;
}

export class ListReceiptsQuery {
  @About('Only this worker’s', EXAMPLE_IDS.worker)
  @IfGiven(Id())
  workerId?: string;
}
