import type { ObservedRecordMembers, PestFigures, ProjectFigures, SectorFigures } from '@furrow/agronomy';
import * as s from '../openapi/schema.ts';
import { pointFeature } from '../http/export/geo-json.ts';
import type { ListForm } from '../http/export/list-answer.ts';
import { columnsOf, LocalTimes, tableOfParts } from '../http/export/table.ts';
import { FEED_MEMBERS } from '../http/feed-query.ts';

const percent = s.within(s.number, { minimum: 0, maximum: 100 });
const incidence = s.about(percent, 'The share of the assessing records that found it, %', 25);
const severity = s.about(percent, 'Mean severity of what was assessed, %; 0 without any', 12.5);

const pest = s.named('PestOrDisease', 'What was found of one pest or disease in one sector.', {
  pest_disease_name: s.about(s.text, 'Its name', 'Grapevine moth'),
  incidence,
  severity,
  'eppoCode?': s.about(s.text, 'Its EPPO code, if the form’s field has one', 'POLYBO'),
  'aboveThreshold?': s.about(
    s.flag,
    'If the form’s field has a threshold: whether the mean `value` of what was assessed has reached it. For counts ' +
      'that is a density; for values that are only 0 or 1, the share of affected records. If forms differ, the most ' +
      'recent threshold applies',
  ),
});

const sector = s.named('SectorAggregate', 'What was found in one sector.', {
  sector_name: s.about(s.text, 'Its name', 'N1'),
  incidence: s.about(percent, 'The share of the assessing records that found anything, %; 0 without any', 25),
  severity,
  pests_diseases: s.about(s.listOf(pest), 'Those that were assessed, by name'),
});

const listed = 'Those with records, by name and then id';
const project = s.named('ProjectAggregate', 'What was found in one project.', {
  projectId: s.about(s.idOf('project'), 'The project'),
  projectName: s.about(s.text, 'Its name', 'North Block'),
  sectors: s.about(s.listOf(sector), listed),
});

const status = s.oneOf('success');
const range = s.object({
  startTime: s.about(s.date, 'First local day, as requested'),
  endTime: s.about(s.date, 'Last local day, as requested'),
});
const zone = s.about(s.text, 'IANA name of the zone whose days these are', 'America/Santiago');
const companyId = s.about(s.idOf('company'), 'The caller’s company');
const totalRecords = s.about(
  s.count,
  'Records with at least one response, including those without an assessment or a sector',
  12,
);
const projects = s.about(s.listOf(project), listed);
const totalProjects = s.about(s.count, 'The number of items', 1);

export const SUMMARY = s.object({
  status,
  scope: s.about(s.oneOf('company', 'project', 'sector'), 'The narrowest of the given filters'),
  range,
  projectTimezone: zone,
  filters: s.object({
    companyId,
    projectId: s.about(s.orNull(s.idOf('project')), 'As requested', null),
    sectorId: s.about(s.orNull(s.idOf('sector')), 'As requested', null),
  }),
  totalRecords,
  totalSectors: s.about(s.count, 'The number of items', 1),
  sectors: s.about(s.listOf(sector), `${listed}, of all projects in scope`),
  totalProjects,
  projects,
});

export const COMPANY_SUMMARY = s.object({
  status,
  scope: s.about(s.oneOf('company'), 'Always the whole company'),
  range,
  companyTimezone: zone,
  companyId,
  totalRecords,
  totalProjects,
  projects,
});

const response = s.named('PhytosanitaryResponse', 'A record’s observation of one pest or disease.', {
  response_id: s.about(s.idOf('response'), 'Id of the response'),
  variable_name: s.about(s.text, 'The name of the form’s field', 'moth'),
  variable_type: s.about(s.oneOf('pests', 'diseases'), 'Pest or disease'),
  name: s.about(s.text, 'Its name', 'Grapevine moth'),
  value_number: s.about(s.orNull(s.number), 'The count or value. Null: not assessed, which is not zero', 3),
  severity: s.about(s.orNull(percent), 'Area of the plant with symptoms, %', 12.5),
});

/** The database writes its JSON, from members of the same names. */
const record = s.named('PhytosanitaryRecord', 'One observation in the field.', {
  record_id: s.about(s.idOf('formRecord'), 'Its form record'),
  record_time: s.about(s.orNull(s.dateTime), 'When it was observed', '2026-01-31T10:58:12.000Z'),
  created_at: s.about(s.dateTime, 'When the service received it'),
  user_id: s.about(s.text, 'idpId of the author', 'auth0|ana'),
  user_name: s.about(s.text, 'Full name of the author', 'Ana Rojas'),
  projectId: s.about(s.orNull(s.idOf('project')), 'Null if unknown'),
  project_name: s.about(s.orNull(s.text), 'The project’s name', 'North Block'),
  sectorId: s.about(s.orNull(s.idOf('sector')), 'Null if unknown'),
  sector_name: s.about(s.orNull(s.text), 'The sector’s name', 'N1'),
  crop: s.about(s.orNull(s.text), 'Crop of the sector', 'Cherry'),
  variety: s.about(s.orNull(s.text), 'Variety of the crop', 'Lapins'),
  latitude: s.about(
    s.orNull(s.within(s.number, { minimum: -90, maximum: 90 })),
    'GPS latitude, degrees north',
    -33.498,
  ),
  longitude: s.about(
    s.orNull(s.within(s.number, { minimum: -180, maximum: 180 })),
    'GPS longitude, degrees east',
    -70.698,
  ),
  responses: s.about(s.listOf(response), 'What was observed; at least one item'),
});

const rangeFollowed = s.object({
  startTime: s.about(s.orNull(s.date), 'First local day, as requested; null without one'),
  endTime: s.about(s.orNull(s.date), 'Last local day, as requested; null without one'),
});

const recordsOf = <Days, const More extends s.Members>(days: s.Schema<Days>, order: string, more: More) =>
  s.object({
    status,
    records: s.about(s.listOf(record), order),
    range: days,
    companyTimezone: zone,
    companyId,
    totalRecords: s.about(s.count, 'The number of records in the response', 1),
    ...more,
  });

export const COMPANY_RECORDS = s.either(
  recordsOf(range, 'By time and then id', {}),
  recordsOf(rangeFollowed, 'By change', { meta: s.named('FeedMeta', 'Metadata of a feed.', FEED_MEMBERS) }),
);

/** Members that do not apply are absent. */
const pestAnswer = ({
  name,
  incidence,
  severity,
  eppoCode,
  aboveThreshold,
}: PestFigures): s.Value<typeof pest> => ({
  pest_disease_name: name,
  incidence,
  severity,
  ...(eppoCode !== null && { eppoCode }),
  ...(aboveThreshold !== null && { aboveThreshold }),
});

export const sectorAnswer = ({
  name,
  incidence,
  severity,
  pests,
}: SectorFigures): s.Value<typeof sector> => ({
  ...{ sector_name: name, incidence, severity },
  pests_diseases: pests.map(pestAnswer),
});

export const projectAnswer = ({ projectId, name, sectors }: ProjectFigures): s.Value<typeof project> => ({
  ...{ projectId, projectName: name },
  sectors: sectors.map(sectorAnswer),
});

type ObservedRecord = s.WrittenAs<ObservedRecordMembers['record'], s.Value<typeof record>>;
type Response = s.WrittenAs<ObservedRecordMembers['response'], s.Value<typeof response>>;
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
