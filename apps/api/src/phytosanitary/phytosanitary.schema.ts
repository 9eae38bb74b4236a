import {
  count,
  date,
  dateTime,
  flag,
  id,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  text,
} from '../openapi/schema.ts';

const percent = { ...number, minimum: 0, maximum: 100 };
const incidence = { ...percent, description: 'Records that found it, of those that assessed it' };
const severity = { ...percent, description: 'Mean of the severities among what was assessed; 0 when none' };

const pest = object({
  pest_disease_name: text,
  incidence,
  severity,
  'eppoCode?': { ...text, description: 'Where the form’s field has one' },
  'aboveThreshold?': {
    ...flag,
    description:
      'Where the form’s field has a threshold: whether the mean `value` of what was assessed has reached it. Of ' +
      'counts that is a density; of values that are only 0 or 1 the share of affected records. Where forms differ, the ' +
      'threshold that was valid last counts',
  },
});

const sector = object({
  sector_name: text,
  incidence: {
    ...percent,
    description: 'Records that found anything, of those that assessed anything; 0 when none',
  },
  severity,
  pests_diseases: { ...listOf(pest), description: 'Those that were assessed, by name' },
});

const project = object({ projectId: id, projectName: text, sectors: listOf(sector) });

const status = oneOf('success');
const range = object({ startTime: date, endTime: date });
const zone = { ...text, description: 'IANA name of the zone whose days these are' };
const totalRecords = {
  ...count,
  description: 'Records with at least one response, also where none was assessed or no sector is known',
};
const listed = 'Those that have records, by name and then id';
const projects = { ...listOf(project), description: listed };
const totalProjects = { ...count, description: 'How many are listed' };

export const SUMMARY = object({
  status,
  scope: { ...oneOf('company', 'project', 'sector'), description: 'The narrowest that was given' },
  range,
  projectTimezone: zone,
  filters: object({ companyId: id, projectId: orNull(id), sectorId: orNull(id) }),
  totalRecords,
  totalSectors: { ...count, description: 'How many are listed' },
  sectors: { ...listOf(sector), description: `${listed}, of all projects in scope` },
  totalProjects,
  projects,
});

export const COMPANY_SUMMARY = object({
  status,
  scope: oneOf('company'),
  range,
  companyTimezone: zone,
  companyId: id,
  totalRecords,
  totalProjects,
  projects,
});

const response = object({
  response_id: id,
  variable_name: { ...text, description: 'What the form calls it' },
  variable_type: oneOf('pests', 'diseases'),
  name: { ...text, description: 'What people call it' },
  value_number: { ...orNull(number), description: 'Null: not assessed, which is not zero' },
  severity: orNull(percent),
});

const record = object({
  record_id: id,
  created_at: dateTime,
  record_time: orNull(dateTime),
  user_id: { ...text, description: 'idpId of the author' },
  user_name: text,
  projectId: orNull(id),
  project_name: orNull(text),
  sectorId: orNull(id),
  sector_name: orNull(text),
  crop: orNull(text),
  variety: orNull(text),
  latitude: orNull(number),
  longitude: orNull(number),
  responses: listOf(response),
});

export const COMPANY_RECORDS = object({
  status,
  records: listOf(record),
  range,
  companyTimezone: zone,
  companyId: id,
  totalRecords: { ...count, description: 'How many records the answer holds' },
});
