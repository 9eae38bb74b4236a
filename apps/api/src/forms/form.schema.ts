import { FIELD_TYPES, FORM_TYPES, ROLES } from '@furrow/forms/domain';
import { type Point, pointFeature } from '../http/export/geo-json.ts';
import { FEED_MEMBERS } from '../http/feed-query.ts';
import { PAGE_META } from '../http/page-query.ts';
import { wholeExample } from '../openapi/whole-example.ts';
import {
  about,
  dateTime,
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
  taskId: about(idOf('task'), 'What the record names'),
  status,
  dueAt: about(orNull(dateTime), 'By when, where that was said'),
  projectId: about(orNull(idOf('project')), 'Where, as far as that was said'),
  sectorId: about(orNull(idOf('sector')), 'Where, as far as that was said'),
});

const form = named('Form', 'What may be filled in.', {
  formId: about(idOf('form'), 'What the record names'),
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

const versions = about(
  listOf(
    named('FormVersion', 'What one version of a form asks.', {
      version: about({ type: 'integer', minimum: 1 }, 'As records name it', 3),
      fields: about(listOf(field), 'In the order they are asked'),
    }),
  ),
  'The versions that the records in the answer were filled in with',
);

const medium = object({
  field: about(text, 'Name of the form’s field', 'picture'),
  url: about(
    { ...text, format: 'uri' },
    'Signed; expires, and is another one in the next answer',
    `https://api.example/media/${EXAMPLE_IDS.company}/${EXAMPLE_IDS.medium}.jpg?expires=1770000000&signature=x`,
  ),
});

const kept = named('FormRecord', 'A form that was filled in.', {
  recordId: about(idOf('formRecord'), 'Of the service’s making'),
  formId: about(idOf('form'), 'The form'),
  projectId: about(orNull(idOf('project')), 'Where it was; null where that is not known'),
  sectorId: about(orNull(idOf('sector')), 'Where it was; null where that is not known'),
  locationSource: about(
    oneOf('gps', 'forced', 'none'),
    '`none`: GPS lies in no sector of the company, or was not sent',
  ),
  media: about(listOf(medium), 'In the order sent'),
  task: {
    ...orNull(
      named('TaskOutcome', 'What became of the task.', { taskId: about(idOf('task'), 'The task'), status }),
    ),
    description: 'Null unless it is a task form',
  },
});

export const FORM_RECORD = success(kept);

const read = named('SubmittedFormRecord', 'A form that was filled in, whole.', {
  recordId: about(idOf('formRecord'), 'Of the service’s making'),
  formId: about(idOf('form'), 'The form'),
  formVersion: about({ type: 'integer', minimum: 1 }, 'The version that was filled in', 3),
  clientRecordId: about(text, 'The phone’s own name for the record', 'phone-7/form-12'),
  recordedAt: about(dateTime, 'When it was filled in', '2026-01-31T10:58:12.000Z'),
  createdAt: about(dateTime, 'When the service took it', '2026-01-31T18:02:44.120Z'),
  userId: about(idOf('user'), 'Who filled it in'),
  createdBy: about(orNull(text), 'The same by the identity provider', 'auth0|ana'),
  user_name: about(orNull(text), 'Full name', 'Ana Rojas'),
  projectId: about(orNull(idOf('project')), 'Where it was; null where that is not known'),
  project_name: about(orNull(text), 'What people call the project', 'North Block'),
  sectorId: about(orNull(idOf('sector')), 'Where it was; null where that is not known'),
  sector_name: about(orNull(text), 'What people call the sector', 'N1'),
  timezone: about(orNull(text), 'The project’s, by its IANA name', 'America/Santiago'),
  location: {
    ...orNull(
      named('GpsLocation', 'Where a phone stood.', {
        latitude: about({ ...number, minimum: -90, maximum: 90 }, 'Degrees north', -33.498),
        longitude: about({ ...number, minimum: -180, maximum: 180 }, 'Degrees east', -70.698),
        accuracy: about(orNull({ ...number, minimum: 0 }), 'Metres; null where the phone did not say', 6),
      }),
    ),
    description: 'Where the phone stood; null where it did not say',
  },
  locationSource: about(oneOf('gps', 'forced', 'none'), 'By what project and sector are known'),
  values: about(
    { type: 'object', additionalProperties: true },
    'Each field of its version but those of media, by name; null where nothing was filled in',
    { trees: 20, stage: 'bloom', organs: ['leaf'], moth: { value: 3, severity: 12.5 }, note: null },
  ),
  media: about(listOf(medium), 'In the order sent'),
  task: {
    ...orNull(
      named('ReportedTask', 'The task that it reported on.', {
        taskId: about(idOf('task'), 'The task'),
        status: about(oneOf('done'), 'By this record, at the latest'),
      }),
    ),
    description: 'Null unless it is a task form',
  },
});

export const ONE_FORM_RECORD = success(read, { versions });
export const FORM_RECORDS = success(listOf(read), {
  versions,
  meta: { oneOf: [PAGE_META, named('FeedMeta', 'To who follows.', FEED_MEMBERS)] },
});

const CSV_EXAMPLE = [
  'recordId,formVersion,clientRecordId,recordedAt,recordedLocal,timezone,createdAt,userId,createdBy,user_name,…',
  `${EXAMPLE_IDS.formRecord},3,phone-7/form-12,2026-01-31T10:58:12.000Z,2026-01-31T07:58:12.000-03:00,America/Santiago,…`,
].join('\r\n');
const { location, ...properties } = wholeExample(read) as Record<string, unknown> & { location: Point };
const FEATURES = [pointFeature(EXAMPLE_IDS.formRecord, location, { ...properties, accuracy: 6 })];
/** The same records in other formats. */
export const FORM_RECORD_EXPORTS = {
  'text/csv': {
    schema: about(
      text,
      'UTF-8 with a byte order mark, a line a record, and a column for every field that any version has had',
    ),
    example: CSV_EXAMPLE,
  },
  'application/x-ndjson': {
    schema: about(text, 'A record a line, each as in `data`'),
    example: JSON.stringify({ ...properties, location }),
  },
  'application/geo+json': {
    schema: object({
      type: about(oneOf('FeatureCollection'), 'Of RFC 7946'),
      features: about(
        listOf({ type: 'object', additionalProperties: true }),
        'A Feature a record, in the order of time: its geometry is the Point where the phone stood, longitude first, or ' +
          'null; its properties are the record as in `data`, with the `accuracy` instead of the `location`',
        FEATURES,
      ),
    }),
    example: { type: 'FeatureCollection', features: FEATURES },
  },
};
