import type { Clock } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/database';
import type { MediaStore } from '@furrow/media';
import { AccessAssignees } from './adapters/access/access-assignees.ts';
import { AccessAuthors } from './adapters/access/access-authors.ts';
import { userIdIn, usersIn } from './adapters/access/access-users.ts';
import { companyZoneIn, farmNamesIn } from './adapters/agronomy/agronomy-farm-names.ts';
import { AgronomyFarmDirectory } from './adapters/agronomy/agronomy-farm-directory.ts';
import { AgronomyObservations } from './adapters/agronomy/agronomy-observations.ts';
import { PlatformKeptMedia } from './adapters/media/platform-kept-media.ts';
import { PlatformMediaStaging } from './adapters/media/platform-media-staging.ts';
import { TypeormFormQuery } from './adapters/typeorm/typeorm-form-query.ts';
import { TypeormFormRecordQuery } from './adapters/typeorm/typeorm-form-record-query.ts';
import { TypeormFormRepository } from './adapters/typeorm/typeorm-form-repository.ts';
import { TypeormFormsTransactions } from './adapters/typeorm/typeorm-forms-transactions.ts';
import { TypeormTaskRepository } from './adapters/typeorm/typeorm-task-repository.ts';
import { ApplyForms } from './application/forms/apply-forms.ts';
import { ListForms } from './application/forms/list-forms.ts';
import { ExamineRecord } from './application/records/examine-record.ts';
import { ExportFormRecords } from './application/records/export-form-records.ts';
import { FollowFormRecords } from './application/records/follow-form-records.ts';
import { GetFormRecord } from './application/records/get-form-record.ts';
import { ListFormRecords } from './application/records/list-form-records.ts';
import { SubmitRecord } from './application/records/submit-record.ts';
import { ApplyTasks } from './application/tasks/apply-tasks.ts';

/** The context's use cases, wired without NestJS. */
export function wireForms(database: Database, media: MediaStore, clock: Clock) {
  const staging = new PlatformMediaStaging(media);
  const transactions = new TypeormFormsTransactions(database, {
    farm: (tx) => new AgronomyFarmDirectory(tx),
    authors: (tx) => new AccessAuthors(tx),
    observations: (tx) => new AgronomyObservations(tx),
    media: (tx) => new PlatformKeptMedia(tx, media),
  });
  const records = new TypeormFormRecordQuery(database, staging, {
    ...{ farm: farmNamesIn, companyZone: companyZoneIn },
    ...{ users: usersIn, userId: userIdIn },
  });
  return {
    listForms: new ListForms(new TypeormFormQuery(database)),
    submitRecord: new SubmitRecord(transactions, staging, clock),
    examineRecord: new ExamineRecord(transactions, clock),
    getFormRecord: new GetFormRecord(records),
    listFormRecords: new ListFormRecords(records),
    exportFormRecords: new ExportFormRecords(records),
    followFormRecords: new FollowFormRecords(records),
  };
}

/** The operator's use cases within one transaction that several contexts share. */
export function wireFormsIn(tx: Transaction) {
  return {
    applyForms: new ApplyForms(new TypeormFormRepository(tx)),
    applyTasks: new ApplyTasks(new TypeormTaskRepository(tx), new AccessAssignees(tx)),
  };
}
