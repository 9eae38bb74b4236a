import { setImmediate } from 'node:timers/promises';
import type { UserPrincipal } from '@furrow/access/domain';
import { DeletePayRun, FreezePayRun, GetPayRun, ListPayRuns, OpenPayRun } from '@furrow/payroll';
import { Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { pageMeta } from '../http/page-query.ts';
import { StreamedAnswer } from '../http/streamed-answer.ts';
import { Streams } from '../http/streams.ts';
import { PathId, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { payRunTexts } from './pay-run-answer.ts';
import { ListPayRunsQuery, OpenPayRunBody } from './pay-run.dto.ts';
import { PAY_RUN, PAY_RUNS } from './pay-run.schema.ts';

export const PayRunId = () => PathId('payRunId', EXAMPLE_IDS.payRun);
const JSON_TYPE = 'application/json; charset=utf-8';

@Controller('api/control/pay-runs')
@UserAccess('admin')
export class PayRunsController {
  constructor(
    private readonly openPayRun: OpenPayRun,
    private readonly getPayRun: GetPayRun,
    private readonly listPayRuns: ListPayRuns,
    private readonly freezePayRun: FreezePayRun,
    private readonly deletePayRun: DeletePayRun,
    private readonly streams: Streams,
  ) {}

  @Post()
  @Does('Create a pay run', 'It is a draft, which is recalculated on every read.')
  @ExampleBody({ from: '2026-01-12', to: '2026-01-18' })
  @Answers(201, 'Created', PAY_RUN)
  @Refuses('invalid_date_range', 'date_range_too_long', 'project_not_found', 'pay_policy_changes')
  async open(
    @CurrentUser() user: UserPrincipal,
    @ValidBody(OpenPayRunBody) { from, to, projectId }: OpenPayRunBody,
    @Res() response: Response,
  ): Promise<void> {
    const input = { from, to, projectId: projectId?.toLowerCase() ?? null };
    const { payRunId } = await this.openPayRun.execute(user.companyId, user.userId, input);
    await this.#answer(user, payRunId, response, 201);
  }

  @Get()
  @Does(
    'Pay runs',
    'The latest first, in pages, each with its figures; drafts are recalculated, one after the other.',
  )
  @Answers(200, 'The page', PAY_RUNS)
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(ListPayRunsQuery) query: ListPayRunsQuery,
    @Res() response: Response,
  ): Promise<void> {
    await this.streams.use(companyId, response, async () => {
      const head = '{"status":"success","data":[';
      const answer = new StreamedAnswer(response, { type: JSON_TYPE, head, between: '' });
      let before = '';
      const total = await this.listPayRuns.execute(companyId, query, async (run, pay) => {
        const texts = payRunTexts(run, pay, query.statements !== 'false');
        await written(texts, async (text) => {
          await answer.write([before + text]);
          before = '';
        });
        before = ',';
      });
      answer.end(`],"meta":${JSON.stringify(pageMeta(query, total))}}`);
    });
  }

  @Get(':payRunId')
  @Does('A pay run', 'Its figures as of now, or as of its freezing.')
  @Answers(200, 'The run', PAY_RUN)
  @Refuses('pay_run_not_found', 'pay_policy_changes')
  get(
    @CurrentUser() user: UserPrincipal,
    @PayRunId() payRunId: string,
    @Res() response: Response,
  ): Promise<void> {
    return this.#answer(user, payRunId, response);
  }

  @Post(':payRunId/freeze')
  @Does('Freeze a pay run', 'Its current figures are kept for good. Repeatable without effect.')
  @Answers(200, 'Frozen, now or before', PAY_RUN)
  @Refuses('pay_run_not_found', 'pay_run_overlaps', 'pay_run_blocked', 'pay_policy_changes')
  @HttpCode(200)
  async freeze(
    @CurrentUser() user: UserPrincipal,
    @PayRunId() payRunId: string,
    @Res() response: Response,
  ): Promise<void> {
    await this.streams.use(user.companyId, response, () =>
      this.freezePayRun.execute(user.companyId, user.userId, payRunId),
    );
    await this.#answer(user, payRunId, response);
  }

  @Delete(':payRunId')
  @Does('Delete a draft')
  @Answers(204, 'Deleted')
  @Refuses('pay_run_not_found', 'pay_run_frozen')
  @HttpCode(204)
  async delete(@CurrentUser() user: UserPrincipal, @PayRunId() payRunId: string): Promise<void> {
    await this.deletePayRun.execute(user.companyId, payRunId);
  }

  #answer({ companyId }: UserPrincipal, payRunId: string, response: Response, status = 200): Promise<void> {
    return this.streams.use(companyId, response, () =>
      this.getPayRun.execute(companyId, payRunId, async (run, pay) => {
        const form = { type: JSON_TYPE, head: '{"status":"success","data":', between: '', status };
        const answer = new StreamedAnswer(response, form);
        await written(payRunTexts(run, pay), (text) => answer.write([text]));
        answer.end('}');
      }),
    );
  }
}

/** Other requests are served between two pieces, each of which takes some work. */
async function written(texts: AsyncIterable<string>, write: (text: string) => Promise<void>): Promise<void> {
  for await (const text of texts) {
    await write(text);
    await setImmediate();
  }
}
