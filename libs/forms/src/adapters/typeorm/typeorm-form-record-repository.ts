import type { PreparedStatement, Transaction } from '@furrow/database';
import type { FormRecordRepository } from '../../application/ports.ts';
import type { FormRecord } from '../../domain/index.ts';
import { mediaColumns, recordColumns, recordOf, type RecordRow } from './mapper.ts';

/** The unique index on the author's `clientRecordId` decides. */
const ADD_RECORDS: PreparedStatement = {
  name: 'add_form_records',
  text: `
    INSERT INTO forms.records
      (company_id, record_id, form_id, form_version, client_record_id, recorded_at, created_at, created_by,
       form_values, latitude, longitude, accuracy, location_source, project_id, sector_id, task_id)
    SELECT $1::uuid, r.*
    FROM jsonb_to_recordset($2::jsonb) AS r (
      record_id uuid, form_id uuid, form_version integer, client_record_id text, recorded_at timestamptz,
      created_at timestamptz, created_by uuid, form_values jsonb, latitude float8, longitude float8, accuracy float8,
      location_source text, project_id uuid, sector_id uuid, task_id uuid)
    ON CONFLICT (company_id, created_by, client_record_id) DO NOTHING
    RETURNING record_id`,
};

/** By itself, because few records have files, and a Citus sends what a statement passes from table to table to every worker. */
const FILE_MEDIA: PreparedStatement = {
  name: 'file_media_of_form_records',
  text: `
    INSERT INTO forms.record_media (company_id, record_id, position, field, sha256, media_key)
    SELECT $1::uuid, m.*
    FROM jsonb_to_recordset($2::jsonb) AS m (
      record_id uuid, position smallint, field text, sha256 text, media_key text)
    RETURNING record_id`,
};

/** The columns that `recordOf` reads. */
const BY_CLIENT_RECORD_ID: PreparedStatement = {
  name: 'form_record_by_client_record_id',
  text: `
  SELECT r.record_id, r.form_id, r.form_version, r.client_record_id, r.recorded_at, r.created_at, r.created_by,
         r.form_values, r.latitude, r.longitude, r.accuracy, r.location_source, r.project_id, r.sector_id, r.task_id,
         (SELECT coalesce(json_agg(json_build_object('field', m.field, 'digest', m.sha256, 'key', m.media_key)
                                   ORDER BY m.position), '[]')
          FROM forms.record_media m
          WHERE m.company_id = $1 AND m.record_id = r.record_id) AS media
  FROM forms.records r
  WHERE r.company_id = $1 AND r.created_by = $2 AND r.client_record_id = $3`,
};

export class TypeormFormRecordRepository implements FormRecordRepository {
  constructor(private readonly tx: Transaction) {}

  async add(records: readonly FormRecord[]): Promise<ReadonlySet<string>> {
    if (records.length === 0) return new Set();
    const { companyId } = this.tx;
    const answer = await this.tx.query<{ record_id: string }>(ADD_RECORDS, [
      ...[companyId, JSON.stringify(records.map(recordColumns))],
    ]);
    const added = new Set(answer.map(({ record_id }) => record_id));
    const media = records.filter(({ state }) => added.has(state.recordId)).flatMap(mediaColumns);
    if (media.length > 0) await this.tx.query(FILE_MEDIA, [companyId, JSON.stringify(media)]);
    return added;
  }

  async byClientRecordId(userId: string, clientRecordId: string): Promise<FormRecord | undefined> {
    const [row] = await this.tx.query<RecordRow>(BY_CLIENT_RECORD_ID, [
      this.tx.companyId,
      userId,
      clientRecordId,
    ]);
    return row && recordOf(row);
  }
}
