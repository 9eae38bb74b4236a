import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { MediaStore } from '@furrow/media';
import { wiredProviders } from '@furrow/database/module';
import { Module } from '@nestjs/common';
import * as forms from './index.ts';
import { wireForms } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, MediaStore, Clock], wireForms, {
  listForms: forms.ListForms,
  submitRecord: forms.SubmitRecord,
  examineRecord: forms.ExamineRecord,
  getFormRecord: forms.GetFormRecord,
  listFormRecords: forms.ListFormRecords,
  exportFormRecords: forms.ExportFormRecords,
  followFormRecords: forms.FollowFormRecords,
});

@Module({ providers, exports })
export class FormsModule {}
