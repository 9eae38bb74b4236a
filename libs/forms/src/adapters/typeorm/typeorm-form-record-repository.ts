import type { PreparedStatement, Transaction } from '@furrow/database';
import { FormRecordRepository } from '../../application/ports.ts';
import type { FormRecord } from '../../domain/index.ts';
import { mediaColumns, recordColumns, recordOf, type RecordRow } from './mapper.ts';

/** The unique index on the author's `clientRecordId` decides. */
const INSERT_RECORDS = `
    INSERT INTO forms.records
      (company_id, record_id, form_id, form_version, client_record_id, recorded_at, created_at, created_by,
       form_values, latitude, longitude, accuracy, location_source, project_id, sector_id, task_id)
    SELECT $1::uuid, r.*
    FROM jsonb_to_recordset($2::jsonb) AS r (
      record_id uuid, form_id uuid, form_version integer, client_record_id text, recorded_at timestamptz,
      created_at timestamptz, created_by uuid, form_values jsonb, latitude float8, longitude float8, accuracy float8,
      location_source text, project_id uuid, sector_id uuid, task_id uuid)
    ON CONFLICT (company_id, created_by, client_record_id) DO NOTHING
    RETURNING company_id, record_id`;

const MEDIA = 'record_id uuid, position smallint, field text, sha256 text, media_key text';

/** Files are stored with their record or not at all. */
const ADD_RECORDS: PreparedStatement = {
  name: 'add_form_records',
  text: `
  WITH added AS (${INSERT_RECORDS}
  ), filed AS (
    INSERT INTO forms.record_media (company_id, record_id, position, field, sha256, media_key)
    SELECT company_id, record_id, position, field, sha256, media_key
    FROM added JOIN jsonb_to_recordset($3::jsonb) AS m (${MEDIA}) USING (record_id)
    RETURNING record_id
  )
  SELECT record_id FROM added`,
};

/** The same one after the other: a Citus sends what a statement passes from table to table to every worker. */
const ADD_RECORDS_ALONE: PreparedStatement = { name: 'add_form_records_alone', text: INSERT_RECORDS };
const FILE_MEDIA: PreparedStatement = {
  name: 'file_media_of_form_records',
  text: `
  INSERT INTO forms.record_media (company_id, record_id, position, field, sha256, media_key)
  SELECT $1::uuid, record_id, position, field, sha256, media_key FROM jsonb_to_recordset($2::jsonb) AS m (${MEDIA})
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

export class TypeormFormRecordRepository extends FormRecordRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async add(records: readonly FormRecord[]): Promise<ReadonlySet<string>> {
    if (records.length === 0) return new Set();
    const [rows, media] = [records.map(recordColumns), records.flatMap(mediaColumns)];
    if (this.tx.isDistributed) return this.#addAlone(rows, media);
    const added = await this.tx.query<{ record_id: string }>(ADD_RECORDS, [
      ...[this.tx.companyId, JSON.stringify(rows), JSON.stringify(media)],
    ]);
    return new Set(added.map(({ record_id }) => record_id));
  }

  async #addAlone(
    rows: readonly object[],
    media: readonly { readonly record_id: string }[],
  ): Promise<ReadonlySet<string>> {
    const answer = await this.tx.query<{ record_id: string }>(ADD_RECORDS_ALONE, [
      ...[this.tx.companyId, JSON.stringify(rows)],
    ]);
    const added = new Set(answer.map(({ record_id }) => record_id));
    const filed = media.filter(({ record_id }) => added.has(record_id));
    if (filed.length > 0) await this.tx.query(FILE_MEDIA, [this.tx.companyId, JSON.stringify(filed)]);
    return added;
  }

  override async byClientRecordId(userId: string, clientRecordId: string): Promise<FormRecord | undefined> {
    const [row] = await this.tx.query<RecordRow>(BY_CLIENT_RECORD_ID, [
      this.tx.companyId,
      userId,
      clientRecordId,
    ]);
    return row && recordOf(row);
  }
}
