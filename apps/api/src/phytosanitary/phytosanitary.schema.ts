import {
  about,
  count,
  date,
  dateTime,
  flag,
  idOf,
  listOf,
  named,
  number,
  object,
  oneOf,
  orNull,
  text,
} from '../openapi/schema.ts';
import { FEED_MEMBERS } from '../http/feed-query.ts';

const percent = { ...number, minimum: 0, maximum: 100 };
const incidence = about(percent, 'Records that found it, of those that assessed it, %', 25);
const severity = about(percent, 'Mean of the severities among what was assessed, %; 0 when none', 12.5);

const pest = named('PestOrDisease', 'What was found of one pest or disease in one sector.', {
  pest_disease_name: about(text, 'What people call it', 'Grapevine moth'),
  incidence,
  severity,
  'eppoCode?': about(text, 'Its code by EPPO, where the form’s field has one', 'POLYBO'),
  'aboveThreshold?': about(
    flag,
    'Where the form’s field has a threshold: whether the mean `value` of what was assessed has reached it. Of ' +
      'counts that is a density; of values that are only 0 or 1 the share of affected records. Where forms differ, the ' +
      'threshold that was valid last counts',
  ),
});

const sector = named('SectorAggregate', 'What was found in one sector.', {
  sector_name: about(text, 'What people call it', 'N1'),
  incidence: about(
    percent,
    'Records that found anything, of those that assessed anything, %; 0 when none',
    25,
  ),
  severity,
  pests_diseases: about(listOf(pest), 'Those that were assessed, by name'),
});

const listed = 'Those that have records, by name and then id';
const project = named('ProjectAggregate', 'What was found in one project.', {
  projectId: about(idOf('project'), 'The project'),
  projectName: about(text, 'What people call it', 'North Block'),
  sectors: about(listOf(sector), listed),
});

const status = oneOf('success');
const range = object({
  startTime: about(date, 'First local day, as it was asked'),
  endTime: about(date, 'Last local day, as it was asked'),
});
const zone = about(text, 'IANA name of the zone whose days these are', 'America/Santiago');
const companyId = about(idOf('company'), 'The token’s company');
const totalRecords = about(
  count,
  'Records with at least one response, also where none was assessed or no sector is known',
  12,
);
const projects = about(listOf(project), listed);
const totalProjects = about(count, 'How many are listed', 1);

export const SUMMARY = object({
  status,
  scope: about(oneOf('company', 'project', 'sector'), 'The narrowest that was given'),
  range,
  projectTimezone: zone,
  filters: object({
    companyId,
    projectId: about(orNull(idOf('project')), 'As it was asked', null),
    sectorId: about(orNull(idOf('sector')), 'As it was asked', null),
  }),
  totalRecords,
  totalSectors: about(count, 'How many are listed', 1),
  sectors: about(listOf(sector), `${listed}, of all projects in scope`),
  totalProjects,
  projects,
});

export const COMPANY_SUMMARY = object({
  status,
  scope: about(oneOf('company'), 'Always the whole company'),
  range,
  companyTimezone: zone,
  companyId,
  totalRecords,
  totalProjects,
  projects,
});

const response = named('PhytosanitaryResponse', 'What a record says of one pest or disease.', {
  response_id: about(idOf('response'), 'Of the service’s making'),
  variable_name: about(text, 'What the form calls it', 'moth'),
  variable_type: about(oneOf('pests', 'diseases'), 'Which of the two it is'),
  name: about(text, 'What people call it', 'Grapevine moth'),
  value_number: about(orNull(number), 'What was counted or told. Null: not assessed, which is not zero', 3),
  severity: about(orNull(percent), 'Area of the plant with symptoms, %', 12.5),
});

const record = named('PhytosanitaryRecord', 'One observation in the field.', {
  record_id: about(idOf('formRecord'), 'The form record it came with'),
  created_at: about(dateTime, 'When the service took it'),
  record_time: about(orNull(dateTime), 'When it was observed', '2026-01-31T10:58:12.000Z'),
  user_id: about(text, 'idpId of the author', 'auth0|ana'),
  user_name: about(text, 'Full name of the author', 'Ana Rojas'),
  projectId: about(orNull(idOf('project')), 'Null where it is not known'),
  project_name: about(orNull(text), 'What people call the project', 'North Block'),
  sectorId: about(orNull(idOf('sector')), 'Null where it is not known'),
  sector_name: about(orNull(text), 'What people call the sector', 'N1'),
  crop: about(orNull(text), 'Of the sector', 'Cherry'),
  variety: about(orNull(text), 'Of the sector', 'Lapins'),
  latitude: about(orNull({ ...number, minimum: -90, maximum: 90 }), 'By GPS, degrees north', -33.498),
  longitude: about(orNull({ ...number, minimum: -180, maximum: 180 }), 'By GPS, degrees east', -70.698),
  responses: about(listOf(response), 'At least one'),
});

const rangeFollowed = object({
  startTime: about(orNull(date), 'First local day, as it was asked; null where it was not'),
  endTime: about(orNull(date), 'Last local day, as it was asked; null where it was not'),
});

const recordsOf = (days: typeof range, order: string, more: Parameters<typeof object>[0] = {}) =>
  object({
    status,
    records: about(listOf(record), order),
    range: days,
    companyTimezone: zone,
    companyId,
    totalRecords: about(count, 'How many records the answer holds', 1),
    ...more,
  });

export const COMPANY_RECORDS = {
  oneOf: [
    recordsOf(range, 'By time and then id'),
    recordsOf(rangeFollowed, 'By change', { meta: named('FeedMeta', 'To who follows.', FEED_MEMBERS) }),
  ],
};
