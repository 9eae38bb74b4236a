import { newId } from '@furrow/kernel';
import type { SubmitRecordInput } from '../application/records/submit-record.ts';
import {
  type FieldDeclaration,
  Form,
  FormRecord,
  type FormDeclaration,
  type FormUser,
  newFormRecordId,
  type RecordState,
  Task,
  type TaskContent,
} from '../domain/index.ts';

let made = 0;

/** A name that is unique in this run. */
export function fresh(prefix: string): string {
  made += 1;
  return `${prefix}-${made}`;
}

export const NOON = new Date('2026-03-10T15:00:00.000Z');

export function aUser(over: Partial<FormUser> = {}): FormUser {
  return { userId: newId(), idpId: fresh('idp|user'), role: 'supervisor', ...over };
}

export function aField(name: string, over: Partial<FieldDeclaration> = {}): FieldDeclaration {
  return { name, label: `What of ${name}?`, type: 'text', ...over };
}

/** One optional field of each type, named after it. */
export function oneOfEach(): FieldDeclaration[] {
  return [
    aField('text'),
    aField('number', { type: 'number', min: -1, max: 10 }),
    aField('boolean', { type: 'boolean' }),
    aField('date', { type: 'date' }),
    aField('datetime', { type: 'datetime' }),
    aField('time', { type: 'time' }),
    aField('select', { type: 'select', options: ['low', 'high'] }),
    aField('multiselect', { type: 'multiselect', options: ['leaf', 'fruit', 'root'], max: 2 }),
    aField('barcode', { type: 'barcode' }),
    aField('geopoint', { type: 'geopoint' }),
    aField('photo', { type: 'photo' }),
    aField('audio', { type: 'audio', max: 2 }),
    aField('signature', { type: 'signature' }),
    aField('pests', { type: 'pests', label: 'Grape moth', eppoCode: 'POLYBO', threshold: 5 }),
    aField('diseases', { type: 'diseases', label: 'Grey mould' }),
    aField('note', { type: 'note' }),
  ];
}

/** What a farm file declares: a monitoring form for supervisors. */
export function aFormDeclaration(over: Partial<FormDeclaration> = {}): FormDeclaration {
  return {
    key: fresh('form'),
    name: 'Scouting',
    type: 'monitoring',
    subtype: 'pests',
    access: { roles: ['supervisor'] },
    fields: oneOfEach(),
    ...over,
  };
}

export function aForm(over: Partial<FormDeclaration> = {}): Form {
  return Form.define(aFormDeclaration(over));
}

export function aTask(formId: string, over: Partial<TaskContent> = {}, key = fresh('task')): Task {
  return Task.assign(key, {
    formId,
    assigneeId: null,
    projectId: null,
    sectorId: null,
    dueAt: new Date('2026-12-01T12:00:00.000Z'),
    ...over,
  });
}

export function aRecord(over: Partial<RecordState> = {}): FormRecord {
  return FormRecord.restore({
    recordId: newFormRecordId(),
    formId: newId(),
    formVersion: 1,
    clientRecordId: fresh('record'),
    recordedAt: NOON,
    createdAt: new Date(NOON.getTime() + 1_234),
    createdBy: newId(),
    values: { text: 'as seen' },
    gps: null,
    place: { source: 'none', projectId: null, sectorId: null },
    taskId: null,
    media: [],
    ...over,
  });
}

/** What a phone sends. */
export function aSubmission(formId: string, over: Partial<SubmitRecordInput> = {}): SubmitRecordInput {
  return {
    formId,
    formVersion: null,
    clientRecordId: fresh('record'),
    recordedAt: NOON,
    values: {},
    location: null,
    forcedLocation: null,
    taskId: null,
    media: [],
    ...over,
  };
}

/** A file whose content is `content`, so that files of different content differ. */
export function aFile(field: string, content = 'a picture'): { field: string; bytes: Buffer } {
  return { field, bytes: Buffer.from(content) };
}
