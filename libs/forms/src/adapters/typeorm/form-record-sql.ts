import { type Condition, PagedSelect } from '@furrow/database';
import type { KeptRecord } from '../../application/records/record-view.ts';

/** The records that a request selects. A null filter matches every record. */
export interface RecordScope {
  readonly formId: string;
  readonly authorId: string | null;
  /** The first instant, and the first one after the range. */
  readonly from: Date | null;
  readonly before: Date | null;
  readonly projectId: string | null;
  readonly sectorId: string | null;
}

const COLUMNS = `
  r.record_id AS "recordId", r.form_id AS "formId", r.form_version AS "formVersion",
  r.client_record_id AS "clientRecordId", r.recorded_at AS "recordedAt", r.created_at AS "createdAt",
  r.created_by AS "userId", r.form_values AS "values", r.latitude, r.longitude, r.accuracy,
  r.location_source AS "locationSource", r.project_id AS "projectId", r.sector_id AS "sectorId", r.task_id AS "taskId",
  (SELECT coalesce(json_agg(json_build_object('field', m.field, 'key', m.media_key) ORDER BY m.position), '[]')
     FROM forms.record_media m WHERE m.company_id = $1 AND m.record_id = r.record_id) AS media`;

export const FORM_RECORDS = new PagedSelect<KeptRecord>({
  name: 'form-records-page',
  table: 'forms.records r',
  key: 'record_id',
  order: 'r.recorded_at, r.record_id',
  columns: COLUMNS,
});

export function conditionsOf(scope: RecordScope): Condition[] {
  const asked = (name: string, value: unknown, sql: Condition['sql']): Condition[] =>
    value === null ? [] : [{ name, sql, value }];
  return [
    ...asked('form', scope.formId, (p) => `r.form_id = ${p}`),
    ...asked('author', scope.authorId, (p) => `r.created_by = ${p}`),
    ...asked('from', scope.from, (p) => `r.recorded_at >= ${p}`),
    ...asked('before', scope.before, (p) => `r.recorded_at < ${p}`),
    ...asked('project', scope.projectId, (p) => `r.project_id = ${p}`),
    ...asked('sector', scope.sectorId, (p) => `r.sector_id = ${p}`),
  ];
}

/** All records of a scope in order of time, for a database cursor. */
export function everyRecord(companyId: string, scope: RecordScope): { sql: string; parameters: unknown[] } {
  const { where, parameters } = metBy(scope, [companyId]);
  return {
    sql: `SELECT ${COLUMNS} FROM forms.records r WHERE r.company_id = $1 AND ${where} ORDER BY r.recorded_at, r.record_id`,
    parameters,
  };
}

/** The condition of a scope on `r`, and its parameters, which follow `parameters`. */
export function metBy(
  scope: RecordScope,
  before: readonly unknown[],
): { where: string; parameters: unknown[] } {
  const parameters = [...before];
  const where = conditionsOf(scope).map(({ sql, value }) => sql(`$${parameters.push(value)}`));
  return { where: where.join(' AND '), parameters };
}

/** $1 the company, $2 the record. */
export const ONE_RECORD = `SELECT ${COLUMNS} FROM forms.records r WHERE r.company_id = $1 AND r.record_id = $2`;

export const RECORD_CHANGES = { log: 'forms.record_changes', item: 'record_id' };

/**
 * $2 records and $3 their changes. A record that changed again after the page was chosen is left to a later page.
 * @param unchanged the feed's condition
 */
export const changedRecords = (unchanged: string) => `
  SELECT ${COLUMNS}
  FROM unnest($2::uuid[], $3::xid8[]) WITH ORDINALITY AS changed (record_id, xid, ordinal)
  JOIN forms.records r ON r.company_id = $1 AND r.record_id = changed.record_id
  WHERE ${unchanged} ORDER BY changed.ordinal`;
