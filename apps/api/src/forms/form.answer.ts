import { FIELD_TYPES, FORM_TYPES, ROLES } from '@furrow/forms/domain';
import { pointFeature } from '../http/export/geo-json.ts';
import { FEED_MEMBERS } from '../http/feed-query.ts';
import { PAGE_META } from '../http/page-query.ts';
import { wholeExample } from '../openapi/whole-example.ts';
import {
  about,
  anyObject,
  count,
  dateTime,
  either,
  EXAMPLE_IDS,
  flag,
  idOf,
  listOf,
  named,
  number,
  object,
  oneOf,
  orNull,
  success,
  text,
  type Value,
  within,
} from '../openapi/schema.ts';

const version = within(count, { minimum: 1 });

const optionLabels = about(
  listOf(about(text, 'A label', 'Leaf')),
  'What people read in place of each option, in the same order',
);
const translation = named('FieldTranslation', 'The texts of a field in another language.', {
  language: about(text, 'Its tag', 'es'),
  'label?': about(text, 'The label', 'Polilla de la vid'),
  'hint?': about(text, 'The hint', 'En tres trampas'),
  'constraintMessage?': about(text, 'What a refusal says', 'Revise la trampa'),
  'optionLabels?': optionLabels,
});

export const FIELD = named('FormField', 'One field of a form.', {
  name: about(text, 'Its name in `values` and `media`', 'moth'),
  label: about(text, 'Its label for people', 'Grapevine moth'),
  type: about(oneOf(...FIELD_TYPES), 'The type of its value; a note has none'),
  'hint?': about(text, 'What helps to answer', 'In three traps'),
  required: about(flag, 'Whether a record must have it'),
  'options?': about(listOf(about(text, 'A value', 'leaf')), 'For a select or multiselect'),
  'optionLabels?': optionLabels,
  'min?': about(
    number,
    'The minimum of a number, of a text’s length, or of the number of selections or files',
    0,
  ),
  'max?': about(number, 'The maximum of the same', 100),
  'decimals?': about(within(count, { maximum: 6 }), 'The decimals that a number may have', 0),
  'eppoCode?': about(text, 'For a pest or disease: its EPPO code', 'POLYBO'),
  'threshold?': about(number, 'For a pest or disease: the mean value from which treatment is due', 5),
  'relevant?': about(
    text,
    'The condition on fields before it under which it is asked; where it does not hold, a record must not have the field',
    "${trap} != ''",
  ),
  'constraint?': about(text, 'The condition that its value must fulfil; `.` is the value', '. <= 500'),
  'constraintMessage?': about(text, 'What a refusal says of a value that does not', 'Check the trap again'),
  'translations?': about(listOf(translation), 'In other languages'),
});

const status = about(oneOf('open', 'done'), 'A record of the form sets it to done');
export const TASK_MEMBERS = {
  taskId: about(idOf('task'), 'Its id in records'),
  status,
  dueAt: about(orNull(dateTime), 'The due time, if there is one'),
  projectId: about(orNull(idOf('project')), 'The project to do it in, if there is one'),
  sectorId: about(orNull(idOf('sector')), 'The sector to do it in, if there is one'),
};

const task = named('Task', 'A form that a user has to fill in.', TASK_MEMBERS);

const form = named('Form', 'A form that may be filled in.', {
  formId: about(idOf('form'), 'Its id in records'),
  key: about(text, 'Its key in the farm file', 'scout'),
  name: about(text, 'Its name', 'Scouting'),
  type: about(oneOf(...FORM_TYPES), 'A task form is filled in for a task'),
  subtype: about(orNull(text), 'What it is about', 'pests'),
  version: about(version, 'Increases when something changes that a phone shows', 3),
  access: object({
    roles: about(listOf(oneOf(...ROLES)), 'The roles that see it, besides admins'),
    users: about(listOf(about(text, 'An idpId', 'auth0|ana')), 'Other users who see it'),
  }),
  fields: about(listOf(FIELD), 'In the order of the form'),
  'tasks?': about(listOf(task), 'With `subtype=tasks`: the user’s own'),
});

export const FORMS = success(listOf(form));

const versions = about(
  listOf(
    named('FormVersion', 'One version of a form.', {
      version: about(version, 'Its number in records', 3),
      fields: about(listOf(FIELD), 'In the order of the form'),
    }),
  ),
  'The versions that the records in the response were filled in with',
);

const medium = object({
  field: about(text, 'Name of the form’s field', 'picture'),
  url: about(
    within(text, { format: 'uri' }),
    'Signed; it expires, and differs in the next response',
    `https://api.example/media/${EXAMPLE_IDS.company}/${EXAMPLE_IDS.medium}.jpg?expires=1770000000&signature=x`,
  ),
});

const kept = named('FormRecord', 'A form record.', {
  recordId: about(idOf('formRecord'), 'Made by the service'),
  formId: about(idOf('form'), 'The form'),
  projectId: about(orNull(idOf('project')), 'Where it was; null if unknown'),
  sectorId: about(orNull(idOf('sector')), 'Where it was; null if unknown'),
  locationSource: about(
    oneOf('gps', 'forced', 'none'),
    '`none`: the position is in no sector of the company, or was not sent',
  ),
  media: about(listOf(medium), 'In the order sent'),
  task: about(
    orNull(
      named('TaskOutcome', 'The state of the task.', { taskId: about(idOf('task'), 'The task'), status }),
    ),
    'Null unless it is a task form',
  ),
});

export const FORM_RECORD = success(kept);

export const RECORD = named('SubmittedFormRecord', 'A complete form record.', {
  recordId: about(idOf('formRecord'), 'Made by the service'),
  formId: about(idOf('form'), 'The form'),
  formVersion: about(version, 'The version that was filled in', 3),
  clientRecordId: about(text, 'The phone’s own name for the record', 'phone-7/form-12'),
  recordedAt: about(dateTime, 'When the form was filled in', '2026-01-31T10:58:12.000Z'),
  createdAt: about(dateTime, 'When the service received it', '2026-01-31T18:02:44.120Z'),
  userId: about(idOf('user'), 'The author'),
  createdBy: about(orNull(text), 'The author’s idpId', 'auth0|ana'),
  user_name: about(orNull(text), 'Full name', 'Ana Rojas'),
  projectId: about(orNull(idOf('project')), 'Where it was; null if unknown'),
  project_name: about(orNull(text), 'The project’s name', 'North Block'),
  sectorId: about(orNull(idOf('sector')), 'Where it was; null if unknown'),
  sector_name: about(orNull(text), 'The sector’s name', 'N1'),
  timezone: about(orNull(text), 'The project’s, by its IANA name', 'America/Santiago'),
  location: about(
    orNull(
      named('GpsLocation', 'A phone’s position.', {
        latitude: about(within(number, { minimum: -90, maximum: 90 }), 'Degrees north', -33.498),
        longitude: about(within(number, { minimum: -180, maximum: 180 }), 'Degrees east', -70.698),
        accuracy: about(
          orNull(within(number, { minimum: 0 })),
          'Radius of the accuracy, metres; null if the phone did not report it',
          6,
        ),
      }),
    ),
    'The phone’s position; null if it was not sent',
  ),
  locationSource: about(oneOf('gps', 'forced', 'none'), 'How project and sector were determined'),
  values: about(
    anyObject,
    'Every field of its version except media, by name; null if nothing was filled in',
    { trees: 20, stage: 'bloom', organs: ['leaf'], moth: { value: 3, severity: 12.5 }, note: null },
  ),
  media: about(listOf(medium), 'In the order sent'),
  task: about(
    orNull(
      named('ReportedTask', 'The task that it reported on.', {
        taskId: about(idOf('task'), 'The task'),
        status: about(oneOf('done'), 'By this record, if not before'),
      }),
    ),
    'Null unless it is a task form',
  ),
});

export type SubmittedRecord = Value<typeof RECORD>;

export const ONE_FORM_RECORD = success(RECORD, { versions });
export const FORM_RECORDS = success(listOf(RECORD), {
  versions,
  meta: either(PAGE_META, named('FeedMeta', 'Metadata of a feed.', FEED_MEMBERS)),
});

const CSV_EXAMPLE = [
  'recordId,formVersion,clientRecordId,recordedAt,recordedLocal,timezone,createdAt,userId,createdBy,user_name,…',
  `${EXAMPLE_IDS.formRecord},3,phone-7/form-12,2026-01-31T10:58:12.000Z,2026-01-31T07:58:12.000-03:00,America/Santiago,…`,
].join('\r\n');
export const recordFeature = ({ location, ...record }: SubmittedRecord) =>
  pointFeature(record.recordId, location, { ...record, accuracy: location?.accuracy ?? null });

/** The same records in other formats. */
export const FORM_RECORD_EXPORTS = {
  'text/csv': {
    schema: about(
      text,
      'UTF-8 with a byte order mark, one line per record, and a column for every field of any version',
    ),
    example: CSV_EXAMPLE,
  },
  'application/x-ndjson': { schema: about(text, 'One record per line, each as in `data`') },
  'application/geo+json': {
    schema: object({
      type: about(oneOf('FeatureCollection'), 'Of RFC 7946'),
      features: about(
        listOf(anyObject),
        'One Feature per record, in order of time: its geometry is the Point of the phone’s position, longitude first, or ' +
          'null; its properties are the record as in `data`, with the `accuracy` instead of the `location`',
        [recordFeature(wholeExample(RECORD))],
      ),
    }),
  },
};
