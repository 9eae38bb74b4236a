import type { UserPrincipal } from '@furrow/access/domain';
import { ImportForm } from '@furrow/farm-file';
import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { versionIn } from '../http/version-in.ts';
import { BodyLimit, FileBody } from '../http/bodies/body-reader.ts';
import type { ReceivedFile } from '../http/bodies/multipart-body.ts';
import { ReceivedFiles, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, Refuses } from '../openapi/decorators.ts';
import { XLSX } from '../http/export/xlsx.ts';
import { ImportFormQuery } from './form-import.dto.ts';
import { IMPORTED_FORM, importedFormAnswer } from './form-import.answer.ts';

@Controller('api/control/forms')
@UserAccess('admin')
export class FormImportController {
  constructor(private readonly importForm: ImportForm) {}

  @Post('import')
  @HttpCode(200)
  @Does(
    'Import a form from an XLSForm',
    'The body is an `.xlsx` workbook of at most 5 MB, as it is or as the only part of multipart/form-data. Its `form_id` is the ' +
      'key of the form in the farm file: a form that exists gets the fields and the title, and keeps its access, type and ' +
      'subtype. `appearance` and the settings `version` and `style` are left out; whatever else has no counterpart in a form ' +
      'is refused. `If-Match` with the version of the farm refuses the change of a farm that differs.',
  )
  @BodyLimit(5)
  @FileBody(XLSX)
  @Answers(200, 'The form, and what changed', IMPORTED_FORM)
  @Refuses('xlsform_unsupported', 'workbook_unreadable', 'malformed_multipart', 'farm_changed')
  async import(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(ImportFormQuery) { dryRun, key }: ImportFormQuery,
    @ReceivedFiles() [file]: readonly ReceivedFile[],
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const imported = await this.importForm.execute(companyId, {
      ...{ bytes: file?.bytes ?? Buffer.alloc(0), key },
      version: versionIn(request.headers['if-match']),
      dryRun: dryRun === 'true',
    });
    response.setHeader('ETag', `"${imported.version}"`);
    const { form, changes } = importedFormAnswer(imported);
    return ok(form, { changes });
  }
}
