import { setImmediate } from 'node:timers/promises';
import type { UserPrincipal } from '@furrow/access/domain';
import {
  DeletePayRun,
  FreezePayRun,
  GetPayRun,
  ListPayRuns,
  OpenPayRun,
  type PayFigures,
  type PayTermsOfRun,
} from '@furrow/payroll';
import type { PayRun } from '@furrow/payroll/domain';
import { Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { pageMeta } from '../http/page-query.ts';
import { StreamedAnswer } from '../http/streamed-answer.ts';
import { Streams } from '../http/streams.ts';
import { PathId, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { Answers, AnswersAlso, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { PayReads } from './pay-reads.ts';
import { listedTexts, payRunFigureTexts, payRunHeadText } from './pay-run-answer.ts';
import { FreezePayRunBody, ListPayRunsQuery, OpenPayRunBody } from './pay-run.dto.ts';
import { PAY_RUN, PAY_RUNS } from './pay-run.answer.ts';

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
    private readonly payReads: PayReads,
  ) {}

  @Post()
  @Does(
    'Create a pay run',
    'It is a draft, which is recalculated on every read. A company has at most 20 drafts.',
  )
  @ExampleBody({ from: '2026-01-12', to: '2026-01-18' })
  @AnswersAlso(201, 'Created', PAY_RUN)
  @Refuses(
    'invalid_date_range',
    'date_range_too_long',
    'project_not_found',
    'pay_policy_changes',
    'too_many_drafts',
  )
  async open(
    @CurrentUser() user: UserPrincipal,
    @ValidBody(OpenPayRunBody) { from, to, projectId }: OpenPayRunBody,
    @Res() response: Response,
  ): Promise<void> {
    const input = { from, to, projectId: projectId?.toLowerCase() ?? null };
    await this.payReads.use(user.companyId, response, async () => {
      const { run, figures } = await this.openPayRun.execute(user.companyId, user.userId, input);
      await begun(response, run, figures, 201)(figures);
    });
  }

  @Get()
  @Does(
    'Pay runs',
    'The latest first, in pages, each with the figures of its last calculation; those of a frozen run are final. Drafts have no statements here, and no figures before they are first read.',
  )
  @AnswersAlso(200, 'The page', PAY_RUNS)
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(ListPayRunsQuery) query: ListPayRunsQuery,
    @Res() response: Response,
  ): Promise<void> {
    await this.streams.use(companyId, response, async () => {
      const head = '{"status":"success","data":[';
      const answer = new StreamedAnswer(response, { type: JSON_TYPE, head, between: '' });
      let before = '';
      const { page, pageSize, statements: withStatements } = query;
      const asked = { page, pageSize, withStatements: withStatements !== 'false' };
      const total = await this.listPayRuns.execute(companyId, asked, async (run, statements) => {
        await written(listedTexts(run, statements), async (text) => {
          await answer.write([before + text]);
          before = '';
        });
        before = ',';
      });
      answer.end(`],"meta":${JSON.stringify(pageMeta(query, total))}}`);
    });
  }

  @Get(':payRunId')
  @Does(
    'A pay run',
    'Its figures as of now, or as of its freezing. A company has one calculation at a time: others wait, and are refused with `overloaded` if that takes too long.',
  )
  @AnswersAlso(200, 'The run', PAY_RUN)
  @Refuses('pay_run_not_found', 'pay_policy_changes')
  get(
    @CurrentUser() user: UserPrincipal,
    @PayRunId() payRunId: string,
    @Res() response: Response,
  ): Promise<void> {
    return this.#answer(user, payRunId, response);
  }

  @Post(':payRunId/freeze')
  @Does(
    'Freeze a pay run',
    'Its current figures are kept for good. Repeatable without effect. `negative_gross` prevents it unless it is acknowledged.',
  )
  @ExampleBody({ acknowledge: ['negative_gross'] })
  @AnswersAlso(200, 'Frozen, now or before', PAY_RUN)
  @Refuses('pay_run_not_found', 'pay_run_overlaps', 'pay_run_blocked', 'pay_policy_changes')
  @HttpCode(200)
  async freeze(
    @CurrentUser() user: UserPrincipal,
    @PayRunId() payRunId: string,
    @ValidBody(FreezePayRunBody) { acknowledge }: FreezePayRunBody,
    @Res() response: Response,
  ): Promise<void> {
    // Not one of the company's streams, so that slow readers do not delay it.
    await this.freezePayRun.execute(user.companyId, user, { payRunId, acknowledge: acknowledge ?? [] });
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

  #answer({ companyId }: UserPrincipal, payRunId: string, response: Response): Promise<void> {
    return this.payReads.use(companyId, response, () =>
      this.getPayRun.execute(companyId, payRunId, (run, terms) => begun(response, run, terms)),
    );
  }
}

/** Sends the beginning at once, so that a client does not wait for the figures without an answer. */
function begun(response: Response, run: PayRun, terms: PayTermsOfRun, status = 200) {
  const form = { type: JSON_TYPE, head: '{"status":"success","data":', between: '', status };
  const answer = new StreamedAnswer(response, form);
  const head = answer.write([payRunHeadText(run, terms)]);
  head.catch(() => undefined); // reported when it is awaited, or not at all
  return async (figures: PayFigures): Promise<void> => {
    await head;
    await written(payRunFigureTexts(figures), (text) => answer.write([text]));
    answer.end('}');
  };
}

/** Other requests are served between two pieces, each of which takes some work. */
async function written(texts: AsyncIterable<string>, write: (text: string) => Promise<void>): Promise<void> {
  for await (const text of texts) {
    await write(text);
    await setImmediate();
  }
}
