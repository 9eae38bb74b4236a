import type { Transaction } from '@furrow/platform';
import { FormRecordRepository } from '../../application/ports.ts';
import type { FormRecord } from '../../domain/index.ts';
import { recordOf, type RecordRow } from './mapper.ts';

/** The unique index on the author's `clientRecordId` decides; files are stored with their record or not at all. */
const INSERT_RECORD = `
  WITH added AS (
    INSERT INTO forms.records
      (company_id, record_id, form_id, form_version, client_record_id, recorded_at, created_at, created_by,
       form_values, latitude, longitude, accuracy, location_source, project_id, sector_id, task_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
    ON CONFLICT (company_id, created_by, client_record_id) DO NOTHING
    RETURNING company_id, record_id
  ), filed AS (
    INSERT INTO forms.record_media (company_id, record_id, position, field, sha256, media_key)
    SELECT company_id, record_id, position, field, sha256, media_key
    FROM added, unnest($17::text[], $18::text[], $19::text[]) WITH ORDINALITY AS m (field, sha256, media_key, position)
  )
  SELECT 1 FROM added`;

export class TypeormFormRecordRepository extends FormRecordRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async insert({ state }: FormRecord): Promise<boolean> {
    const added = await this.tx.query(INSERT_RECORD, [
      this.tx.companyId,
      state.recordId,
      state.formId,
      state.formVersion,
      state.clientRecordId,
      state.recordedAt,
      state.createdAt,
      state.createdBy,
      JSON.stringify(state.values),
      state.gps?.latitude,
      state.gps?.longitude,
      state.gps?.accuracy,
      state.place.source,
      state.place.projectId,
      state.place.sectorId,
      state.taskId,
      state.media.map(({ field }) => field),
      state.media.map(({ digest }) => digest),
      state.media.map(({ key }) => key),
    ]);
    return added.length === 1;
  }

  override async byClientRecordId(userId: string, clientRecordId: string): Promise<FormRecord | undefined> {
    const [row] = await this.tx.query<RecordRow>(
      `SELECT r.*,
              (SELECT coalesce(json_agg(json_build_object('field', m.field, 'digest', m.sha256, 'key', m.media_key)
                                        ORDER BY m.position), '[]')
               FROM forms.record_media m
               WHERE m.company_id = r.company_id AND m.record_id = r.record_id) AS media
       FROM forms.records r
       WHERE r.company_id = $1 AND r.created_by = $2 AND r.client_record_id = $3`,
      [this.tx.companyId, userId, clientRecordId],
    );
    return row && recordOf(row);
  }
}
