import { FIELD_TYPES, FORM_TYPES, ROLES } from '@furrow/forms/domain';
import {
  about,
  dateTime,
  flag,
  id,
  listOf,
  named,
  number,
  object,
  oneOf,
  orNull,
  success,
  text,
} from '../openapi/schema.ts';

const field = named('FormField', 'One thing that is asked.', {
  name: about(text, 'What `values` and `media` name it by', 'moth'),
  label: about(text, 'What people read', 'Grapevine moth'),
  type: about(oneOf(...FIELD_TYPES), 'What is answered'),
  required: about(flag, 'Whether a record must have it'),
  'options?': about(listOf(about(text, 'A value', 'leaf')), 'Of a select or multiselect'),
  'min?': about(number, 'Of a number; of a text’s length; of how many are selected or sent', 0),
  'max?': about(number, 'The same, at most', 100),
  'eppoCode?': about(text, 'Of a pest or disease: its code by EPPO', 'POLYBO'),
  'threshold?': about(number, 'Of a pest or disease: the mean value from which something is to be done', 5),
});

const status = about(oneOf('open', 'done'), 'A record of the form sets it to done');
const task = named('Task', 'A form that somebody is to fill in.', {
  taskId: about(id, 'What the record names'),
  status,
  dueAt: about(orNull(dateTime), 'By when, where that was said'),
  projectId: about(orNull(id), 'Where, as far as that was said'),
  sectorId: about(orNull(id), 'Where, as far as that was said'),
});

const form = named('Form', 'What may be filled in.', {
  formId: about(id, 'What the record names'),
  name: about(text, 'What people call it', 'Scouting'),
  type: about(oneOf(...FORM_TYPES), 'A task form is filled in for a task'),
  subtype: about(orNull(text), 'What it is about', 'pests'),
  version: about({ type: 'integer', minimum: 1 }, 'Counts changes of what a phone shows', 3),
  access: object({
    roles: about(listOf(oneOf(...ROLES)), 'Who sees it, beside admins'),
    users: about(listOf(about(text, 'An idpId', 'auth0|ana')), 'Who else sees it'),
  }),
  fields: about(listOf(field), 'In the order they are asked'),
  'tasks?': about(listOf(task), 'With `subtype=tasks`: the user’s own'),
});

export const FORMS = success(listOf(form));

const medium = object({
  field: about(text, 'Name of the form’s field', 'picture'),
  url: about(
    { ...text, format: 'uri' },
    'Signed; expires, and is another one in the next answer',
    'https://api.example/media/0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e70/0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e71.jpg?expires=1770000000&signature=x',
  ),
});

const kept = named('FormRecord', 'A form that was filled in.', {
  recordId: about(id, 'Of the service’s making'),
  formId: about(id, 'The form'),
  projectId: about(orNull(id), 'Where it was; null where that is not known'),
  sectorId: about(orNull(id), 'Where it was; null where that is not known'),
  locationSource: about(
    oneOf('gps', 'forced', 'none'),
    '`none`: GPS lies in no sector of the company, or was not sent',
  ),
  media: about(listOf(medium), 'In the order sent'),
  task: {
    ...orNull(named('TaskOutcome', 'What became of the task.', { taskId: about(id, 'The task'), status })),
    description: 'Null unless it is a task form',
  },
});

export const FORM_RECORD = success(kept);
