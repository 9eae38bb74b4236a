import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { MediaStore } from '@furrow/media';
import { wiredProviders } from '@furrow/database/module';
import { Module } from '@nestjs/common';
import { ListForms } from './application/forms/list-forms.ts';
import { ExamineRecord } from './application/records/examine-record.ts';
import { ExportFormRecords } from './application/records/export-form-records.ts';
import { FollowFormRecords } from './application/records/follow-form-records.ts';
import { GetFormRecord } from './application/records/get-form-record.ts';
import { ListFormRecords } from './application/records/list-form-records.ts';
import { SubmitRecord } from './application/records/submit-record.ts';
import { wireForms } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, MediaStore, Clock], wireForms, {
  listForms: ListForms,
  submitRecord: SubmitRecord,
  examineRecord: ExamineRecord,
  getFormRecord: GetFormRecord,
  listFormRecords: ListFormRecords,
  exportFormRecords: ExportFormRecords,
  followFormRecords: FollowFormRecords,
});

@Module({ providers, exports })
export class FormsModule {}
