import type { ObservedRecordMembers, PestFigures, ProjectFigures, SectorFigures } from '@furrow/agronomy';
import {
  about,
  count,
  date,
  dateTime,
  either,
  flag,
  idOf,
  listOf,
  type Members,
  named,
  number,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  type Value,
  within,
  type WrittenAs,
} from '../openapi/schema.ts';
import { pointFeature } from '../http/export/geo-json.ts';
import type { ListForm } from '../http/export/list-answer.ts';
import { columnsOf, LocalTimes, tableOfParts } from '../http/export/table.ts';
import { FEED_MEMBERS } from '../http/feed-query.ts';

const percent = within(number, { minimum: 0, maximum: 100 });
const incidence = about(percent, 'The share of the assessing records that found it, %', 25);
const severity = about(percent, 'Mean severity of what was assessed, %; 0 without any', 12.5);

const pest = named('PestOrDisease', 'What was found of one pest or disease in one sector.', {
  pest_disease_name: about(text, 'Its name', 'Grapevine moth'),
  incidence,
  severity,
  'eppoCode?': about(text, 'Its EPPO code, if the form’s field has one', 'POLYBO'),
  'aboveThreshold?': about(
    flag,
    'If the form’s field has a threshold: whether the mean `value` of what was assessed has reached it. For counts ' +
      'that is a density; for values that are only 0 or 1, the share of affected records. If forms differ, the most ' +
      'recent threshold applies',
  ),
});

const sector = named('SectorAggregate', 'What was found in one sector.', {
  sector_name: about(text, 'Its name', 'N1'),
  incidence: about(percent, 'The share of the assessing records that found anything, %; 0 without any', 25),
  severity,
  pests_diseases: about(listOf(pest), 'Those that were assessed, by name'),
});

const listed = 'Those with records, by name and then id';
const project = named('ProjectAggregate', 'What was found in one project.', {
  projectId: about(idOf('project'), 'The project'),
  projectName: about(text, 'Its name', 'North Block'),
  sectors: about(listOf(sector), listed),
});

const status = oneOf('success');
const range = object({
  startTime: about(date, 'First local day, as requested'),
  endTime: about(date, 'Last local day, as requested'),
});
const zone = about(text, 'IANA name of the zone whose days these are', 'America/Santiago');
const companyId = about(idOf('company'), 'The caller’s company');
const totalRecords = about(
  count,
  'Records with at least one response, including those without an assessment or a sector',
  12,
);
const projects = about(listOf(project), listed);
const totalProjects = about(count, 'The number of items', 1);

export const SUMMARY = object({
  status,
  scope: about(oneOf('company', 'project', 'sector'), 'The narrowest of the given filters'),
  range,
  projectTimezone: zone,
  filters: object({
    companyId,
    projectId: about(orNull(idOf('project')), 'As requested', null),
    sectorId: about(orNull(idOf('sector')), 'As requested', null),
  }),
  totalRecords,
  totalSectors: about(count, 'The number of items', 1),
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

const response = named('PhytosanitaryResponse', 'A record’s observation of one pest or disease.', {
  response_id: about(idOf('response'), 'Id of the response'),
  variable_name: about(text, 'The name of the form’s field', 'moth'),
  variable_type: about(oneOf('pests', 'diseases'), 'Pest or disease'),
  name: about(text, 'Its name', 'Grapevine moth'),
  value_number: about(orNull(number), 'The count or value. Null: not assessed, which is not zero', 3),
  severity: about(orNull(percent), 'Area of the plant with symptoms, %', 12.5),
});

/** The database writes its JSON, from members of the same names. */
const record = named('PhytosanitaryRecord', 'One observation in the field.', {
  record_id: about(idOf('formRecord'), 'Its form record'),
  record_time: about(orNull(dateTime), 'When it was observed', '2026-01-31T10:58:12.000Z'),
  created_at: about(dateTime, 'When the service received it'),
  user_id: about(text, 'idpId of the author', 'auth0|ana'),
  user_name: about(text, 'Full name of the author', 'Ana Rojas'),
  projectId: about(orNull(idOf('project')), 'Null if unknown'),
  project_name: about(orNull(text), 'The project’s name', 'North Block'),
  sectorId: about(orNull(idOf('sector')), 'Null if unknown'),
  sector_name: about(orNull(text), 'The sector’s name', 'N1'),
  crop: about(orNull(text), 'Crop of the sector', 'Cherry'),
  variety: about(orNull(text), 'Variety of the crop', 'Lapins'),
  latitude: about(
    orNull(within(number, { minimum: -90, maximum: 90 })),
    'GPS latitude, degrees north',
    -33.498,
  ),
  longitude: about(
    orNull(within(number, { minimum: -180, maximum: 180 })),
    'GPS longitude, degrees east',
    -70.698,
  ),
  responses: about(listOf(response), 'What was observed; at least one item'),
});

const rangeFollowed = object({
  startTime: about(orNull(date), 'First local day, as requested; null without one'),
  endTime: about(orNull(date), 'Last local day, as requested; null without one'),
});

const recordsOf = <Days, const More extends Members>(days: Schema<Days>, order: string, more: More) =>
  object({
    status,
    records: about(listOf(record), order),
    range: days,
    companyTimezone: zone,
    companyId,
    totalRecords: about(count, 'The number of records in the response', 1),
    ...more,
  });

export const COMPANY_RECORDS = either(
  recordsOf(range, 'By time and then id', {}),
  recordsOf(rangeFollowed, 'By change', { meta: named('FeedMeta', 'Metadata of a feed.', FEED_MEMBERS) }),
);

/** Members that do not apply are absent. */
const pestAnswer = ({
  name,
  incidence,
  severity,
  eppoCode,
  aboveThreshold,
}: PestFigures): Value<typeof pest> => ({
  pest_disease_name: name,
  incidence,
  severity,
  ...(eppoCode !== null && { eppoCode }),
  ...(aboveThreshold !== null && { aboveThreshold }),
});

export const sectorAnswer = ({ name, incidence, severity, pests }: SectorFigures): Value<typeof sector> => ({
  ...{ sector_name: name, incidence, severity },
  pests_diseases: pests.map(pestAnswer),
});

export const projectAnswer = ({ projectId, name, sectors }: ProjectFigures): Value<typeof project> => ({
  ...{ projectId, projectName: name },
  sectors: sectors.map(sectorAnswer),
});

type ObservedRecord = WrittenAs<ObservedRecordMembers['record'], Value<typeof record>>;
type Response = WrittenAs<ObservedRecordMembers['response'], Value<typeof response>>;
type Line = ObservedRecord & Response;

/**
 * One line for each response of a record, or the record as a Feature.
 * @param timezone of local times
 */
export function observedRecordsForm(timezone: string): ListForm<ObservedRecord> {
  const times = new LocalTimes();
  return {
    name: 'phytosanitary-records',
    member: 'records',
    table: tableOfParts<ObservedRecord, Line>(
      columnsOf<ObservedRecord, Line>(record, {
        record_time: {
          record_time: ({ record_time }) => record_time,
          record_local: ({ record_time }) => times.of(record_time, timezone),
        },
        created_at: {
          created_at: ({ created_at }) => created_at,
          created_local: ({ created_at }) => times.of(created_at, timezone),
          timezone: () => timezone,
        },
        responses: columnsOf<Response, Line>(response),
      }),
      ({ responses, ...rest }) => responses.map((each) => ({ ...rest, responses, ...each })),
    ),
    featureOf: ({ latitude, longitude, ...properties }) =>
      pointFeature(
        properties.record_id,
        latitude === null || longitude === null ? null : { latitude, longitude },
        properties,
      ),
  };
}
