import { FIELD_TYPES, FORM_TYPES, ROLES } from '@furrow/forms/domain';
import {
  dateTime,
  flag,
  id,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  success,
  text,
} from '../openapi/schema.ts';

const field = object({
  name: text,
  label: text,
  type: oneOf(...FIELD_TYPES),
  required: flag,
  'options?': listOf(text),
  'min?': { ...number, description: 'Of a number; of a text’s length; of how many are selected or sent' },
  'max?': number,
  'eppoCode?': text,
  'threshold?': number,
});

const members = {
  formId: id,
  name: text,
  type: oneOf(...FORM_TYPES),
  subtype: orNull(text),
  version: { type: 'integer', minimum: 1, description: 'Counts changes of what a phone shows' } as const,
  access: object({
    roles: listOf(oneOf(...ROLES)),
    users: { ...listOf(text), description: 'idpIds' },
  }),
  fields: listOf(field),
};

const status = oneOf('open', 'done');
const task = object({
  taskId: id,
  status,
  dueAt: orNull(dateTime),
  projectId: orNull(id),
  sectorId: orNull(id),
});

export const FORMS = success(
  listOf(
    object({
      ...members,
      'tasks?': { ...listOf(task), description: 'With `subtype=tasks`: the user’s own' },
    }),
  ),
);

export const FORM_RECORD = success(
  object({
    recordId: id,
    formId: id,
    projectId: orNull(id),
    sectorId: orNull(id),
    locationSource: {
      ...oneOf('gps', 'forced', 'none'),
      description: '`none`: GPS lies in no sector of the company, or was not sent',
    },
    media: listOf(object({ field: text, url: { ...text, format: 'uri', description: 'Expires' } })),
    task: orNull(object({ taskId: id, status })),
  }),
);
