import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import type { UserPrincipal } from '@furrow/access/domain';
import { DeletePayRun, FreezePayRun, GetPayRun, ListPayRuns, OpenPayRun } from '@furrow/payroll';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { pageMeta, PageQuery } from '../http/page-query.ts';
import { PathId, ValidBody, ValidQuery } from '../http/validated.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { listedRun, payRunAnswer } from './pay-run-answer.ts';
import { OpenPayRunBody } from './pay-run.dto.ts';
import { PAY_RUN, PAY_RUNS } from './pay-run.schema.ts';

const PayRunId = () => PathId('payRunId', EXAMPLE_IDS.payRun);

@Controller('api/control/pay-runs')
@UserAccess('admin')
export class PayRunsController {
  constructor(
    private readonly openPayRun: OpenPayRun,
    private readonly getPayRun: GetPayRun,
    private readonly listPayRuns: ListPayRuns,
    private readonly freezePayRun: FreezePayRun,
    private readonly deletePayRun: DeletePayRun,
  ) {}

  @Post()
  @Does('Begin a pay run', 'As a draft: it is worked out anew whenever it is read.')
  @ExampleBody({ from: '2026-01-12', to: '2026-01-18' })
  @Answers(201, 'Begun', PAY_RUN)
  @Refuses('invalid_date_range', 'date_range_too_long', 'project_not_found', 'pay_policy_changes')
  async open(@CurrentUser() user: UserPrincipal, @ValidBody(OpenPayRunBody) body: OpenPayRunBody) {
    const projectId = body.projectId?.toLowerCase() ?? null;
    const { payRunId } = await this.openPayRun.execute(user.companyId, user.userId, {
      from: body.from,
      to: body.to,
      projectId,
    });
    return this.#answer(user, payRunId);
  }

  @Get()
  @Does('Pay runs', 'The latest first, a page at a time, without what they come to.')
  @Answers(200, 'The page', PAY_RUNS)
  async list(@CurrentUser() user: UserPrincipal, @ValidQuery(PageQuery) query: PageQuery) {
    const { items, total } = await this.listPayRuns.execute(user.companyId, query);
    return { status: 'success', data: items.map(listedRun), meta: pageMeta(query, total) };
  }

  @Get(':payRunId')
  @Does('A pay run', 'What it comes to now, or came to when it was frozen.')
  @Answers(200, 'The run', PAY_RUN)
  @Refuses('pay_run_not_found', 'pay_policy_changes')
  get(@CurrentUser() user: UserPrincipal, @PayRunId() payRunId: string) {
    return this.#answer(user, payRunId);
  }

  @Post(':payRunId/freeze')
  @Does('Freeze a pay run', 'It is kept as it comes to now, for good. Repeatable without effect.')
  @Answers(200, 'Frozen, now or before', PAY_RUN)
  @Refuses('pay_run_not_found', 'pay_run_overlaps', 'pay_run_blocked', 'pay_policy_changes')
  @HttpCode(200)
  async freeze(@CurrentUser() user: UserPrincipal, @PayRunId() payRunId: string) {
    await this.freezePayRun.execute(user.companyId, user.userId, payRunId);
    return this.#answer(user, payRunId);
  }

  @Delete(':payRunId')
  @Does('Drop a draft')
  @Answers(204, 'Dropped')
  @Refuses('pay_run_not_found', 'pay_run_frozen')
  @HttpCode(204)
  async delete(@CurrentUser() user: UserPrincipal, @PayRunId() payRunId: string): Promise<void> {
    await this.deletePayRun.execute(user.companyId, payRunId);
  }

  async #answer(user: UserPrincipal, payRunId: string) {
    return {
      status: 'success',
      data: payRunAnswer(await this.getPayRun.execute(user.companyId, payRunId)),
    };
  }
}
