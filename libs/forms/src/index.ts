export { formsMigrations } from './adapters/typeorm/migrations/index.ts';
export { formsRows } from './adapters/typeorm/rows.ts';
export { ListForms } from './application/forms/list-forms.ts';
export type { FormView, OnRecords, RecordQuestion, TaskFormView } from './application/ports.ts';
export { ExamineRecord } from './application/records/examine-record.ts';
export { ExportFormRecords } from './application/records/export-form-records.ts';
export { FollowFormRecords } from './application/records/follow-form-records.ts';
export { GetFormRecord } from './application/records/get-form-record.ts';
export { ListFormRecords } from './application/records/list-form-records.ts';
export { FieldColumns } from './application/records/field-columns.ts';
export type { FormRecordView, FormVersion } from './application/records/record-view.ts';
export {
  type SubmittedRecord,
  SubmitRecord,
  type SubmitRecordInput,
} from './application/records/submit-record.ts';
export type { TaskDeclaration } from './application/tasks/apply-tasks.ts';
export type { FormDeclaration, FormUser, GpsPosition } from './domain/index.ts';
export { wireForms, wireFormsIn } from './wiring.ts';
