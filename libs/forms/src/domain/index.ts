export { constraintProblem, isAsked, MAX_CONDITION_LENGTH } from './conditions/index.ts';
export * from './errors.ts';
export {
  DEFAULT_TEXT_LENGTH,
  FIELD_TYPES,
  type FieldDeclaration,
  type FieldType,
  type FieldTranslation,
  type FormField,
  hasValue,
  isMediaType,
  isObservationType,
  MAX_FIELDS,
  MAX_MEDIA_PER_FIELD,
  MAX_TEXT_LENGTH,
  MEDIA_PER_FIELD,
  MEDIA_TYPES,
  type MediaType,
  type ObservationType,
} from './field.ts';
export {
  Form,
  FORM_TYPES,
  type FormAccess,
  type FormId,
  type FormState,
  type FormDeclaration,
  type FormType,
  type FormUser,
  readsRecordsOfAll,
  type Role,
  ROLES,
} from './form.ts';
export {
  assertNotAhead,
  checkDraft,
  type ForcedLocation,
  FormRecord,
  type GpsPosition,
  type LocationSource,
  type Place,
  type RecordDraft,
  type RecordMedia,
  newFormRecordId,
  type FormRecordId,
  type RecordState,
  type SentMedia,
} from './record.ts';
export { Task, type TaskContent, type TaskId, type TaskState, type TaskStatus } from './task.ts';
export { checkValues, observedIn } from './values.ts';
export type { FieldValue, FieldValues, ObservedValue, PointValue } from './field-value.ts';
export {
  isXlsFormSheet,
  type XlsForm,
  xlsFormOf,
  type XlsFormProblem,
  XlsFormUnsupported,
  type WorkbookSheet,
} from './xlsform/index.ts';
