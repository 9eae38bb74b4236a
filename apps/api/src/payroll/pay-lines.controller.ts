import type { UserPrincipal } from '@furrow/access/domain';
import { Decimal } from '@furrow/kernel';
import { ListPayLines, StatePayLine, VoidPayLine } from '@furrow/payroll';
import { Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { pageMeta } from '../http/page-query.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { PAY_LINE, PAY_LINES, payLineAnswer, VOIDED_PAY_LINE } from './pay-line.answer.ts';
import { ListPayLinesQuery, StatePayLineBody, VoidPayLineBody } from './pay-line.dto.ts';

/** What the office adds to pay by hand. */
@Controller('api/control/pay-lines')
@UserAccess('admin')
export class PayLinesController {
  constructor(
    private readonly statePayLine: StatePayLine,
    private readonly voidPayLine: VoidPayLine,
    private readonly listPayLines: ListPayLines,
  ) {}

  @Post()
  @Does(
    'Add an amount to pay by hand',
    'A line of the kind `manual` in the run that has its day, or in the next one if that is frozen. Safe to repeat: the same `clientEventId` never counts twice.',
  )
  @ExampleBody({
    ...{ workerId: EXAMPLE_IDS.worker, day: '2026-01-14', amount: 25, reason: 'Own vehicle used' },
    clientEventId: 'office/2026-01-14/1',
  })
  @Answers(201, 'Added', PAY_LINE)
  @Answers(200, 'Added before; the same line', PAY_LINE)
  @Refuses('worker_not_found', 'idempotency_key_reused')
  async state(
    @CurrentUser() user: UserPrincipal,
    @ValidBody(StatePayLineBody) { inRegularRate, workerId, amount, ...body }: StatePayLineBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { line, created } = await this.statePayLine.execute(user.companyId, user, {
      ...{ ...body, workerId: workerId.toLowerCase(), amount: new Decimal(amount).toFixed() },
      inRegularRate: inRegularRate ?? false,
    });
    response.status(created ? 201 : 200);
    return ok(payLineAnswer(line));
  }

  @Get()
  @Does(
    'Amounts that were added by hand',
    'The latest day first, in pages, with void ones and counter-movements.',
  )
  @Answers(200, 'The page', PAY_LINES)
  @Refuses('worker_not_found')
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(ListPayLinesQuery) query: ListPayLinesQuery,
  ) {
    const { from = null, to = null } = query;
    const workerId = query.workerId?.toLowerCase() ?? null;
    const { page, pageSize } = query;
    const input = { from, to, workerId, page, pageSize };
    const { items, total } = await this.listPayLines.execute(companyId, input);
    return ok(items.map(payLineAnswer), { meta: pageMeta(query, total) });
  }

  @Post(':payLineId/void')
  @Does(
    'Void an amount that was added by hand',
    'A counter-movement. If a frozen run has paid the line, the next run deducts it. Repeatable without effect.',
  )
  @ExampleBody({ reason: 'The wrong worker' })
  @Answers(200, 'Void, now or before', VOIDED_PAY_LINE)
  @Refuses('pay_line_not_found', 'pay_line_is_void')
  @HttpCode(200)
  async void(
    @CurrentUser() user: UserPrincipal,
    @PathId('payLineId', EXAMPLE_IDS.payLine) payLineId: string,
    @ValidBody(VoidPayLineBody) { reason = null }: VoidPayLineBody,
  ) {
    const { state } = await this.voidPayLine.execute(user.companyId, user, { payLineId, reason });
    return ok({
      payLineId: state.voidsLineId ?? payLineId,
      ...{ voided: true, counterLineId: state.payLineId, amount: Number(state.amount) },
    });
  }
}
