import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { UserPrincipal } from '@furrow/access/domain';
import { ExamineRecord, ListForms, SubmitRecord } from '@furrow/forms';
import { isStrict, MAX_PROBLEMS, type ReceivedBody } from '@furrow/http';
import { ValidationFailed } from '@furrow/kernel';
import { Metrics } from '@furrow/observability';
import type { Request, Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { BodyLimit, FilesBeside } from '../http/bodies/body-reader.ts';
import type { ReceivedFile } from '../http/bodies/multipart-body.ts';
import { Received, ReceivedFiles, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { FormRecordBody, FormsQuery } from './form.dto.ts';
import { FORM_RECORD, FORMS } from './form.answer.ts';
import { submissionOf } from './submission.ts';

const EXAMPLE_SUBMISSION = {
  formId: EXAMPLE_IDS.form,
  clientRecordId: 'phone-7/form-12',
  recordedAt: '2026-01-31T07:58:12-03:00',
  values: { trees: 20, moth: { value: 3, severity: 12.5 } },
  location: { latitude: -33.498, longitude: -70.698, accuracy: 6 },
};

const SUBMISSION_REFUSALS = [
  ...['malformed_multipart', 'unsupported_media', 'media_too_large', 'forbidden'],
  ...['form_not_found', 'form_version_not_found', 'task_not_found', 'project_not_found', 'sector_not_found'],
  ...['idempotency_key_reused', 'recorded_in_future', 'sector_not_in_project', 'task_not_of_form'],
];

@Controller('api/control/forms')
@UserAccess()
export class FormsController {
  constructor(
    private readonly listForms: ListForms,
    private readonly submitRecord: SubmitRecord,
    private readonly examineRecord: ExamineRecord,
    private readonly metrics: Metrics,
  ) {}

  @Get('getForms')
  @Does('List the forms that the user may fill in')
  @Answers(200, 'Monitoring forms, or task forms, by name', FORMS)
  async list(@CurrentUser() user: UserPrincipal, @ValidQuery(FormsQuery) query: FormsQuery) {
    return ok(await this.listForms.execute(user.companyId, user, { subtype: query.subtype ?? null }));
  }

  @Post('record')
  @Does(
    'Submit a form record with its photos, audio and signatures',
    'Safe to repeat: the same `clientRecordId` is stored once. All of the record is stored, or nothing.',
  )
  @ApiBody({ type: FormRecordBody })
  @FilesBeside('record')
  @ExampleBody(EXAMPLE_SUBMISSION)
  @Answers(201, 'Stored', FORM_RECORD)
  @Answers(200, 'Stored before; the same record', FORM_RECORD)
  @Refuses(...SUBMISSION_REFUSALS)
  @BodyLimit(20)
  async submit(
    @CurrentUser() user: UserPrincipal,
    @Req() request: Request,
    @Received() received: ReceivedBody,
    @ReceivedFiles() files: readonly ReceivedFile[],
    @Res({ passthrough: true }) response: Response,
  ) {
    const { input, problems } = submissionOf(received, files, isStrict(request));
    // With so many problems the search was stopped, so the rest of the body was not checked and must not be used.
    if (problems.length > MAX_PROBLEMS) throw new ValidationFailed(problems);
    if (problems.length > 0)
      throw new ValidationFailed(await this.examineRecord.execute(user.companyId, user, input, problems));
    const { record, created } = await this.submitRecord.execute(user.companyId, user, input);
    this.metrics.acknowledged.inc({ kind: 'form_record', outcome: created ? 'created' : 'repeated' });
    response.status(created ? 201 : 200);
    return ok(record);
  }
}
