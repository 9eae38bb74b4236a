import type { UserPrincipal } from '@furrow/access/domain';
import { ReportObservedDays } from '@furrow/agronomy';
import { DateRange } from '@furrow/kernel';
import { Controller, Get } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, Refuses } from '../openapi/decorators.ts';
import { OBSERVED_DAYS, observedDayAnswer } from './observed-days.answer.ts';
import { MAX_OBSERVED_DAYS, ObservedDaysQuery } from './phytosanitary.dto.ts';

/** Every user of the company may read what was observed on its land. */
@Controller('api/console/phytosanitary/days')
@UserAccess()
export class ConsoleObservedDaysController {
  constructor(private readonly reportDays: ReportObservedDays) {}

  @Get()
  @Does(
    'Pests and diseases of a project by local day and sector',
    'Means of the records of each local day of the project; incidence and severity as in the summary.',
  )
  @Answers(200, 'By day; what was not assessed on a day is null', OBSERVED_DAYS)
  @Refuses('invalid_date_range', 'date_range_too_long', 'project_forbidden')
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(ObservedDaysQuery) { startTime, endTime, projectId }: ObservedDaysQuery,
  ) {
    const range = DateRange.of(startTime, endTime, MAX_OBSERVED_DAYS);
    return ok((await this.reportDays.execute(companyId, projectId, range)).map(observedDayAnswer));
  }
}
