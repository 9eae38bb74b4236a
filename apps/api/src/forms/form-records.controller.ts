import type { UserPrincipal } from '@furrow/access/domain';
import {
  ExportFormRecords,
  FollowFormRecords,
  GetFormRecord,
  ListFormRecords,
  type RecordQuestion,
} from '@furrow/forms';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { CsvAnswer, ObjectsAnswer } from '../http/export/export-answers.ts';
import { exportAsked, type Format, FORMATS } from '../http/export/export-format.ts';
import { isFollowing, positionOf } from '../http/feed-query.ts';
import { JsonArrayAnswer } from '../http/json-array-answer.ts';
import { pageMeta } from '../http/page-query.ts';
import { Streams } from '../http/streams.ts';
import { PathId, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, AnswersAlso, Does, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { FormRecordsQuery } from './form-records.dto.ts';
import { FORM_RECORD_EXPORTS, FORM_RECORDS, ONE_FORM_RECORD, recordFeature } from './form.answer.ts';
import { recordTable } from './record-table.ts';

const FILE = 'form-records';

/** Reads form records. */
@Controller('api/control/forms')
@UserAccess()
export class FormRecordsController {
  constructor(
    private readonly getRecord: GetFormRecord,
    private readonly listRecords: ListFormRecords,
    private readonly exportRecords: ExportFormRecords,
    private readonly followRecords: FollowFormRecords,
    private readonly streams: Streams,
  ) {}

  @Get('records/:recordId')
  @Does('A form record', 'For its author; for admins and agronomists any record of the company.')
  @Answers(200, 'The record, and the fields of its version', ONE_FORM_RECORD)
  @Refuses('record_not_found', 'forbidden')
  async get(
    @CurrentUser() user: UserPrincipal,
    @PathId('recordId', EXAMPLE_IDS.formRecord) recordId: string,
  ) {
    const { record, versions } = await this.getRecord.execute(user.companyId, user, recordId);
    return ok(record, { versions });
  }

  @Get(':formId/records')
  @Does(
    'Records of a form',
    'All records for admins and agronomists, for others their own. By `recordedAt` and id, in pages; with `format` all ' +
      'of them in one stream; with `updatedSince` or `cursor` those that changed, by change, in JSON.',
  )
  @AnswersAlso(200, 'The page, all records, or those that changed', FORM_RECORDS, FORM_RECORD_EXPORTS)
  @Refuses(
    ...['cursor_expired', 'cursor_mismatch', 'invalid_date_range', 'form_not_found', 'project_not_found'],
    ...['sector_not_found', 'user_not_found', 'sector_not_in_project', 'forbidden'],
  )
  async list(
    @CurrentUser() user: UserPrincipal,
    @PathId('formId', EXAMPLE_IDS.form) formId: string,
    @ValidQuery(FormRecordsQuery) query: FormRecordsQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { format } = exportAsked(request, response, query, FORMATS);
    const question = { companyId: user.companyId, user, formId, filters: filtersOf(query) };
    if (isFollowing(query)) {
      await this.streams.use(user.companyId, response, () => this.#follow(question, query, response));
    } else if (format === 'json') {
      const { records, total, versions } = await this.listRecords.execute(question, query);
      response.json(ok(records, { versions, meta: pageMeta(query, total) }));
    } else {
      await this.streams.use(user.companyId, response, () => this.#export(question, format, query, response));
    }
  }

  async #follow(question: RecordQuestion, query: FormRecordsQuery, response: Response): Promise<void> {
    const answer = new JsonArrayAnswer(response);
    const { nextCursor, hasMore, versions } = await this.followRecords.execute(
      question,
      positionOf(query),
      (records) => answer.write(records.map((record) => JSON.stringify(record))),
    );
    answer.end({ versions, meta: { nextCursor, hasMore } });
  }

  async #export(
    question: RecordQuestion,
    format: Exclude<Format, 'json'>,
    { separator = ',' }: FormRecordsQuery,
    response: Response,
  ): Promise<void> {
    let end = () => {};
    await this.exportRecords.execute(question, (versions, timezone) => {
      if (format === 'csv') {
        const table = recordTable(versions, timezone);
        const answer = new CsvAnswer(response, table.headings, separator, FILE);
        end = () => answer.end();
        return (records) => answer.write(records.map(table.row));
      }
      const answer =
        format === 'ndjson' ? ObjectsAnswer.lines(response, FILE) : ObjectsAnswer.features(response, FILE);
      end = () => answer.end();
      return (records) => answer.write(format === 'ndjson' ? records : records.map(recordFeature));
    });
    end();
  }
}

function filtersOf({ from, to, projectId, sectorId, userId }: FormRecordsQuery): RecordQuestion['filters'] {
  return {
    ...{ from: from ?? null, to: to ?? null },
    ...{ projectId: projectId ?? null, sectorId: sectorId ?? null, user: userId ?? null },
  };
}
