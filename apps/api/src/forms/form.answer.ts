import { FORM_TYPES, ROLES } from '@furrow/forms/domain';
import { pointFeature } from '../http/export/geo-json.ts';
import { FEED_MEMBERS } from '../http/feed-query.ts';
import { PAGE_META } from '../http/page-query.ts';
import { FIELD } from '../openapi/form-field.ts';
import { wholeExample } from '../openapi/whole-example.ts';
import * as s from '../openapi/schema.ts';

const version = s.within(s.count, { minimum: 1 });

const status = s.about(s.oneOf('open', 'done'), 'A record of the form sets it to done');
export const TASK_MEMBERS = {
  taskId: s.about(s.idOf('task'), 'Its id in records'),
  status,
  dueAt: s.about(s.orNull(s.dateTime), 'The due time, if there is one'),
  projectId: s.about(s.orNull(s.idOf('project')), 'The project to do it in, if there is one'),
  sectorId: s.about(s.orNull(s.idOf('sector')), 'The sector to do it in, if there is one'),
};

const task = s.named('Task', 'A form that a user has to fill in.', TASK_MEMBERS);

const form = s.named('Form', 'A form that may be filled in.', {
  formId: s.about(s.idOf('form'), 'Its id in records'),
  key: s.about(s.text, 'Its key in the farm file', 'scout'),
  name: s.about(s.text, 'Its name', 'Scouting'),
  type: s.about(s.oneOf(...FORM_TYPES), 'A task form is filled in for a task'),
  subtype: s.about(s.orNull(s.text), 'What it is about', 'pests'),
  version: s.about(version, 'Increases when something changes that a phone shows', 3),
  access: s.object({
    roles: s.about(s.listOf(s.oneOf(...ROLES)), 'The roles that see it, besides admins'),
    users: s.about(s.listOf(s.about(s.text, 'An idpId', 'auth0|ana')), 'Other users who see it'),
  }),
  fields: s.about(s.listOf(FIELD), 'In the order of the form'),
  'tasks?': s.about(s.listOf(task), 'With `subtype=tasks`: the user’s own'),
});

export const FORMS = s.success(s.listOf(form));

const versions = s.about(
  s.listOf(
    s.named('FormVersion', 'One version of a form.', {
      version: s.about(version, 'Its number in records', 3),
      fields: s.about(s.listOf(FIELD), 'In the order of the form'),
    }),
  ),
  'The versions that the records in the response were filled in with',
);

const medium = s.object({
  field: s.about(s.text, 'Name of the form’s field', 'picture'),
  url: s.about(
    s.within(s.text, { format: 'uri' }),
    'Signed; it expires, and differs in the next response',
    `https://api.example/media/${s.EXAMPLE_IDS.company}/${s.EXAMPLE_IDS.medium}.jpg?expires=1770000000&signature=x`,
  ),
});

const kept = s.named('FormRecord', 'A form record.', {
  recordId: s.about(s.idOf('formRecord'), 'Made by the service'),
  formId: s.about(s.idOf('form'), 'The form'),
  projectId: s.about(s.orNull(s.idOf('project')), 'Where it was; null if unknown'),
  sectorId: s.about(s.orNull(s.idOf('sector')), 'Where it was; null if unknown'),
  locationSource: s.about(
    s.oneOf('gps', 'forced', 'none'),
    '`none`: the position is in no sector of the company, or was not sent',
  ),
  media: s.about(s.listOf(medium), 'In the order sent'),
  task: s.about(
    s.orNull(
      s.named('TaskOutcome', 'The state of the task.', {
        taskId: s.about(s.idOf('task'), 'The task'),
        status,
      }),
    ),
    'Null unless it is a task form',
  ),
});

export const FORM_RECORD = s.success(kept);

export const RECORD = s.named('SubmittedFormRecord', 'A complete form record.', {
  recordId: s.about(s.idOf('formRecord'), 'Made by the service'),
  formId: s.about(s.idOf('form'), 'The form'),
  formVersion: s.about(version, 'The version that was filled in', 3),
  clientRecordId: s.about(s.text, 'The phone’s own name for the record', 'phone-7/form-12'),
  recordedAt: s.about(s.dateTime, 'When the form was filled in', '2026-01-31T10:58:12.000Z'),
  createdAt: s.about(s.dateTime, 'When the service received it', '2026-01-31T18:02:44.120Z'),
  userId: s.about(s.idOf('user'), 'The author'),
  createdBy: s.about(s.orNull(s.text), 'The author’s idpId', 'auth0|ana'),
  user_name: s.about(s.orNull(s.text), 'Full name', 'Ana Rojas'),
  projectId: s.about(s.orNull(s.idOf('project')), 'Where it was; null if unknown'),
  project_name: s.about(s.orNull(s.text), 'The project’s name', 'North Block'),
  sectorId: s.about(s.orNull(s.idOf('sector')), 'Where it was; null if unknown'),
  sector_name: s.about(s.orNull(s.text), 'The sector’s name', 'N1'),
  timezone: s.about(s.orNull(s.text), 'The project’s, by its IANA name', 'America/Santiago'),
  location: s.about(
    s.orNull(
      s.named('GpsLocation', 'A phone’s position.', {
        latitude: s.about(s.within(s.number, { minimum: -90, maximum: 90 }), 'Degrees north', -33.498),
        longitude: s.about(s.within(s.number, { minimum: -180, maximum: 180 }), 'Degrees east', -70.698),
        accuracy: s.about(
          s.orNull(s.within(s.number, { minimum: 0 })),
          'Radius of the accuracy, metres; null if the phone did not report it',
          6,
        ),
      }),
    ),
    'The phone’s position; null if it was not sent',
  ),
  locationSource: s.about(s.oneOf('gps', 'forced', 'none'), 'How project and sector were determined'),
  values: s.about(
    s.anyObject,
    'Every field of its version except media, by name; null if nothing was filled in',
    { trees: 20, stage: 'bloom', organs: ['leaf'], moth: { value: 3, severity: 12.5 }, note: null },
  ),
  media: s.about(s.listOf(medium), 'In the order sent'),
  task: s.about(
    s.orNull(
      s.named('ReportedTask', 'The task that it reported on.', {
        taskId: s.about(s.idOf('task'), 'The task'),
        status: s.about(s.oneOf('done'), 'By this record, if not before'),
      }),
    ),
    'Null unless it is a task form',
  ),
});

export type SubmittedRecord = s.Value<typeof RECORD>;

export const ONE_FORM_RECORD = s.success(RECORD, { versions });
export const FORM_RECORDS = s.success(s.listOf(RECORD), {
  versions,
  meta: s.either(PAGE_META, s.named('FeedMeta', 'Metadata of a feed.', FEED_MEMBERS)),
});

const CSV_EXAMPLE = [
  'recordId,formVersion,clientRecordId,recordedAt,recordedLocal,timezone,createdAt,userId,createdBy,user_name,…',
  `${s.EXAMPLE_IDS.formRecord},3,phone-7/form-12,2026-01-31T10:58:12.000Z,2026-01-31T07:58:12.000-03:00,America/Santiago,…`,
].join('\r\n');
export const recordFeature = ({ location, ...record }: SubmittedRecord) =>
  pointFeature(record.recordId, location, { ...record, accuracy: location?.accuracy ?? null });

/** The same records in other formats. */
export const FORM_RECORD_EXPORTS = {
  'text/csv': {
    schema: s.about(
      s.text,
      'UTF-8 with a byte order mark, one line per record, and a column for every field of any version',
    ),
    example: CSV_EXAMPLE,
  },
  'application/x-ndjson': { schema: s.about(s.text, 'One record per line, each as in `data`') },
  'application/geo+json': {
    schema: s.object({
      type: s.about(s.oneOf('FeatureCollection'), 'Of RFC 7946'),
      features: s.about(
        s.listOf(s.anyObject),
        'One Feature per record, in order of time: its geometry is the Point of the phone’s position, longitude first, or ' +
          'null; its properties are the record as in `data`, with the `accuracy` instead of the `location`',
        [recordFeature(wholeExample(RECORD))],
      ),
    }),
  },
};
