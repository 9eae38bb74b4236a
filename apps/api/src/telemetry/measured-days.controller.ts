import type { UserPrincipal } from '@furrow/access/domain';
import { ReadMeasuredDays } from '@furrow/telemetry';
import { Controller, Get } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, Refuses } from '../openapi/decorators.ts';
import { MEASURED_DAYS, measuredDayAnswer } from './measured-days.answer.ts';
import { MeasuredDaysQuery } from './series.dto.ts';

/** What the console's Climate shows beside a series. */
@Controller('api/console/measured-days')
@UserAccess()
export class ConsoleMeasuredDaysController {
  constructor(private readonly readDays: ReadMeasuredDays) {}

  @Get()
  @Does(
    'How much of each local day was measured',
    'The length of each local day, and the share of its hours in which the stations of a project measured each quantity.',
  )
  @Answers(200, 'By date', MEASURED_DAYS)
  @Refuses('invalid_date_range', 'date_range_too_long', 'project_forbidden')
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(MeasuredDaysQuery) query: MeasuredDaysQuery,
  ) {
    return ok((await this.readDays.execute(companyId, query)).map(measuredDayAnswer));
  }
}
