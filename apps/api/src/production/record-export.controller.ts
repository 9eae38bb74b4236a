import { Controller, Get, Req, Res } from '@nestjs/common';
import type { TokenPrincipal } from '@furrow/access/domain';
import { DateRange } from '@furrow/kernel';
import { ExportRecordLines, ExportRecords } from '@furrow/production';
import type { Request, Response } from 'express';
import { Access, CurrentToken, requireOwnCompany } from '../auth/index.ts';
import { dialectOf, type Separator } from '../http/export/csv.ts';
import { CsvAnswer } from '../http/export/export-answers.ts';
import { exportAsked } from '../http/export/export-format.ts';
import { exportsOf } from '../http/export/export.schema.ts';
import { listAnswer } from '../http/export/list-answer.ts';
import { Streams } from '../http/streams.ts';
import { ValidQuery } from '../http/bodies/validated.ts';
import { AnswersAlso, Does, Refuses } from '../openapi/decorators.ts';
import { RecordExportQuery } from './record-export.dto.ts';
import { movementLine, MOVEMENTS, MOVEMENTS_FORM } from './record.answer.ts';

const MAX_DAYS = 366;

/** Every movement of the harvest report, for programs; users read their own through `RecordsController`. */
@Controller('api/control/production/records/export')
@Access({ scope: 'read:production' })
export class RecordExportController {
  constructor(
    private readonly exportRecords: ExportRecords,
    private readonly exportRecordLines: ExportRecordLines,
    private readonly streams: Streams,
  ) {}

  @Get()
  @Does(
    'Every movement of the sessions of a range of local days',
    'Additions and the counter-movements of voids, by session and then in order of time. They add up to the report’s figures.',
  )
  @AnswersAlso(200, 'The movements', MOVEMENTS, exportsOf(MOVEMENTS, 'One line per movement', MOVEMENTS_FORM))
  @Refuses(
    ...['invalid_date_range', 'date_range_too_long', 'company_mismatch'],
    ...['project_forbidden', 'sector_forbidden', 'sector_not_in_project'],
  )
  async export(
    @CurrentToken() caller: TokenPrincipal,
    @ValidQuery(RecordExportQuery) query: RecordExportQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const range = DateRange.of(query.startTime, query.endTime, MAX_DAYS);
    requireOwnCompany(caller, query.companyId);
    const { companyId } = caller;
    const filter = { projectId: query.projectId ?? null, sectorId: query.sectorId ?? null };
    const asked = exportAsked(request, response, query);
    await this.streams.use(companyId, response, async () => {
      if (asked.format === 'csv') {
        await this.#lines(response, companyId, range, filter, asked.separator);
        return;
      }
      const answer = listAnswer(response, asked, MOVEMENTS_FORM);
      await this.exportRecords.execute(companyId, range, filter, (movements) => answer.write(movements));
      answer.end();
    });
  }

  /** By far the longest of all exports: its lines come from PostgreSQL. */
  async #lines(
    response: Response,
    companyId: string,
    range: DateRange,
    filter: { readonly projectId: string | null; readonly sectorId: string | null },
    separator: Separator = ',',
  ): Promise<void> {
    const { name, table } = MOVEMENTS_FORM;
    const answer = new CsvAnswer(response, table.headings, separator, name);
    await this.exportRecordLines.execute(
      companyId,
      range,
      { ...filter, dialect: dialectOf(separator) },
      (lines) => answer.writeLines(lines.map((line) => movementLine(line, separator))),
    );
    answer.end();
  }
}
