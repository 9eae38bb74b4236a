import type { UserPrincipal } from '@furrow/access/domain';
import { GetComingAdjustments } from '@furrow/payroll';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, Refuses } from '../openapi/decorators.ts';
import { PayReads } from './pay-reads.ts';
import { COMING_ADJUSTMENTS } from './pay-run.answer.ts';
import { PayRunId } from './pay-runs.controller.ts';

/** What the office has corrected in days that are paid already. */
@Controller('api/control/pay-runs/:payRunId/adjustments')
@UserAccess('admin')
export class ComingAdjustmentsController {
  constructor(
    private readonly getComingAdjustments: GetComingAdjustments,
    private readonly payReads: PayReads,
  ) {}

  @Get()
  @Does(
    'What the next pay run will adjust',
    'What has changed in the days of a frozen run and no other run has adjusted yet, as of now; nothing for a draft.',
  )
  @Answers(200, 'The difference for each worker', COMING_ADJUSTMENTS)
  @Refuses('pay_run_not_found')
  async get(
    @CurrentUser() { companyId }: UserPrincipal,
    @PayRunId() payRunId: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    const data = await this.payReads.use(companyId, response, () =>
      this.getComingAdjustments.execute(companyId, payRunId),
    );
    return ok(data);
  }
}
