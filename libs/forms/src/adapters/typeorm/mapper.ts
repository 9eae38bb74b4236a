import {
  Form,
  type FormField,
  type FormId,
  FormRecord,
  type FormType,
  type FieldValues,
  type LocationSource,
  type RecordMedia,
  type Role,
  Task,
  type TaskId,
  type FormRecordId,
} from '../../domain/index.ts';
import type { TaskRow } from './rows.ts';

/** A form with the fields of its version. */
export interface WholeFormRow {
  readonly form_id: string;
  readonly key: string;
  readonly name: string;
  readonly type: FormType;
  readonly subtype: string | null;
  readonly access_roles: readonly Role[];
  readonly access_users: readonly string[];
  readonly version: number;
  readonly active: boolean;
  readonly fields: readonly FormField[];
}

export function formOf(row: WholeFormRow): Form {
  return Form.restore({
    formId: row.form_id as FormId,
    key: row.key,
    name: row.name,
    type: row.type,
    subtype: row.subtype,
    access: { roles: row.access_roles, users: row.access_users },
    version: row.version,
    fields: row.fields,
    active: row.active,
  });
}

/** Members named after the tables' columns, for `jsonb_to_recordset`. */
export function formColumns({ state }: Form): WholeFormRow {
  return {
    form_id: state.formId,
    key: state.key,
    name: state.name,
    type: state.type,
    subtype: state.subtype,
    access_roles: state.access.roles,
    access_users: state.access.users,
    version: state.version,
    active: state.active,
    fields: state.fields,
  };
}

export function taskOf({ companyId: _, ...row }: TaskRow): Task {
  return Task.restore({ ...row, taskId: row.taskId as TaskId });
}

/** Members named after the table's columns, for `jsonb_to_recordset`. */
export function taskColumns({ state }: Task) {
  return {
    task_id: state.taskId,
    key: state.key,
    form_id: state.formId,
    assignee_id: state.assigneeId,
    project_id: state.projectId,
    sector_id: state.sectorId,
    due_at: state.dueAt,
    status: state.status,
    active: state.active,
  };
}

export interface RecordRow {
  readonly record_id: FormRecordId;
  readonly form_id: string;
  readonly form_version: number;
  readonly client_record_id: string;
  readonly recorded_at: Date;
  readonly created_at: Date;
  readonly created_by: string;
  readonly form_values: FieldValues;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly accuracy: number | null;
  readonly location_source: LocationSource;
  readonly project_id: string | null;
  readonly sector_id: string | null;
  readonly task_id: string | null;
  readonly media: readonly RecordMedia[];
}

export function recordOf(row: RecordRow): FormRecord {
  const { latitude, longitude, accuracy } = row;
  return FormRecord.restore({
    recordId: row.record_id,
    formId: row.form_id,
    formVersion: row.form_version,
    clientRecordId: row.client_record_id,
    recordedAt: row.recorded_at,
    createdAt: row.created_at,
    createdBy: row.created_by,
    values: row.form_values,
    gps: latitude === null || longitude === null ? null : { latitude, longitude, accuracy },
    place: { source: row.location_source, projectId: row.project_id, sectorId: row.sector_id },
    taskId: row.task_id,
    media: row.media,
  });
}

/** Members named after the table's columns, for `jsonb_to_recordset`. */
export function recordColumns({ state }: FormRecord): Omit<RecordRow, 'media'> {
  const { gps, place } = state;
  return {
    record_id: state.recordId,
    form_id: state.formId,
    form_version: state.formVersion,
    client_record_id: state.clientRecordId,
    recorded_at: state.recordedAt,
    created_at: state.createdAt,
    created_by: state.createdBy,
    form_values: state.values,
    latitude: gps?.latitude ?? null,
    longitude: gps?.longitude ?? null,
    accuracy: gps?.accuracy ?? null,
    location_source: place.source,
    project_id: place.projectId,
    sector_id: place.sectorId,
    task_id: state.taskId,
  };
}

/** The same for its files; positions begin with 1. */
export function mediaColumns({ state }: FormRecord) {
  return state.media.map(({ field, digest, key }, index) => ({
    ...{ record_id: state.recordId, position: index + 1 },
    ...{ field, sha256: digest, media_key: key },
  }));
}
