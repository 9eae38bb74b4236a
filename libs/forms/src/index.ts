export {
  FormRecordList,
  type OnRecords,
  type RecordFilters,
  type RecordQuestion,
} from './adapters/typeorm/form-record-list.ts';
export { formsMigrations } from './adapters/typeorm/migrations/index.ts';
export type { ApplyForms } from './application/apply-forms.ts';
export type { ApplyTasks, TaskStatement } from './application/apply-tasks.ts';
export { ExamineRecord } from './application/examine-record.ts';
export { ListForms } from './application/list-forms.ts';
export type { FormView, TaskFormView } from './application/ports.ts';
export { RecordTable } from './application/record-table.ts';
export type { FormRecordView, FormVersion } from './application/record-view.ts';
export { type SubmittedRecord, SubmitRecord, type SubmitRecordInput } from './application/submit-record.ts';
export type { FormStatement, FormUser, GpsPosition } from './domain/index.ts';
export { applyFormsIn, applyTasksIn } from './provisioning.ts';
