import { setImmediate } from 'node:timers/promises';
import type { UserPrincipal } from '@furrow/access/domain';
import { GetPayRun, GetPayStatement, type PayFigures, statementPdf } from '@furrow/payroll';
import type { PayRun } from '@furrow/payroll/domain';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import type { Separator } from '../http/export/csv.ts';
import { CsvAnswer } from '../http/export/export-answers.ts';
import { Streams } from '../http/streams.ts';
import { PathId, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { AnswersAlso, AnswersIn, Does, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { statementAnswer } from './pay-run-answer.ts';
import { payRunTable } from './pay-run-table.ts';
import { writePayRunWorkbook } from './pay-run-workbook.ts';
import { ExportPayRunQuery, StatementQuery } from './pay-run.dto.ts';
import { EXPORT_CONTENT, PDF_CONTENT, STATEMENT } from './pay-run.answer.ts';
import { PayReads } from './pay-reads.ts';
import { PayRunId } from './pay-runs.controller.ts';

/** Pay runs and statements as files. */
@Controller('api/control/pay-runs/:payRunId')
@UserAccess('admin')
export class PayRunFilesController {
  constructor(
    private readonly getPayRun: GetPayRun,
    private readonly getPayStatement: GetPayStatement,
    private readonly streams: Streams,
    private readonly payReads: PayReads,
  ) {}

  @Get('export')
  @Does(
    'A pay run as a file',
    'One line per sum. The figures of a worker as a whole (hours, units, gross, flags) are in the worker’s first line only, so that every column of numbers can be summed.',
  )
  @AnswersIn(200, 'The file, streamed', EXPORT_CONTENT)
  @Refuses('pay_run_not_found', 'pay_policy_changes')
  export(
    @CurrentUser() { companyId }: UserPrincipal,
    @PayRunId() payRunId: string,
    @ValidQuery(ExportPayRunQuery) { format = 'csv', separator = ',' }: ExportPayRunQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.payReads.use(companyId, response, () =>
      this.getPayRun.execute(companyId, payRunId, (run) => (figures) => {
        const name = `pay-${run.from}-${run.to}`;
        return format === 'csv'
          ? writeCsv(response, run, figures, { name, separator })
          : writePayRunWorkbook(response, run, figures, `${name}.xlsx`);
      }),
    );
  }

  @Get('statements/:workerId')
  @Does('What one worker is owed', 'As JSON, or as a printable page, with each step, its rate and its sum.')
  @AnswersAlso(200, 'The statement, with the flags that concern the worker', STATEMENT, PDF_CONTENT)
  @Refuses('pay_run_not_found', 'pay_statement_not_found', 'pay_policy_changes')
  async statement(
    @CurrentUser() { companyId }: UserPrincipal,
    @PayRunId() payRunId: string,
    @PathId('workerId', EXAMPLE_IDS.worker) workerId: string,
    @ValidQuery(StatementQuery) { format = 'json', lang = 'en' }: StatementQuery,
    @Res() response: Response,
  ): Promise<void> {
    const statement = await this.streams.use(companyId, response, () =>
      this.getPayStatement.execute(companyId, payRunId, workerId.toLowerCase()),
    );
    if (format === 'json') {
      response.json(ok(statementAnswer(statement)));
      return;
    }
    const name = `pay-${statement.run.from}-${statement.run.to}-${fileNameOf(statement.statement.worker_id)}.pdf`;
    response.setHeader('Content-Disposition', `inline; filename="${name}"`);
    response.type('application/pdf').send(await statementPdf(statement, lang));
  }
}

async function writeCsv(
  response: Response,
  run: PayRun,
  { currency, flags, statements }: PayFigures,
  { name, separator }: { readonly name: string; readonly separator: Separator },
): Promise<void> {
  const table = payRunTable(run, { currency, flags });
  const answer = new CsvAnswer(response, table.headings, separator, name);
  for await (const batch of statements) {
    await answer.write(batch.flatMap(table.rows));
    await setImmediate();
  }
  answer.end();
}

/** The characters that a header may have. */
const fileNameOf = (code: string) => code.replace(/[^\w-]/g, '_');
