import type { Transaction } from '@furrow/database';
import type { CorrectionRepository, RecordCorrectionMade } from '../../application/ports.ts';
import type { Correction } from '../../domain/index.ts';

const ADD = `
  INSERT INTO production.corrections
    (company_id, correction_id, session_id, record_id, units, quality_id, client_event_id, replacement_id, reason,
     created_at, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT DO NOTHING RETURNING correction_id`;

const OF_RECORD = `
  SELECT c.record_id AS "recordId", c.units, c.quality_id AS "qualityId", c.client_event_id AS "clientEventId",
         c.replacement_id AS "replacementId", c.reason
    FROM production.corrections c
   WHERE c.company_id = $1 AND c.created_by = $2 AND c.client_event_id = $3`;

export class TypeormCorrectionRepository implements CorrectionRepository {
  constructor(private readonly tx: Transaction) {}

  async add({ correctionId, sessionId, record, reason, by, at }: Correction): Promise<boolean> {
    const rows = await this.tx.query(ADD, [
      ...[this.tx.companyId, correctionId, sessionId, record?.recordId ?? null, record?.units ?? null],
      ...[record?.qualityId ?? null, record?.clientEventId ?? null, record?.replacementId ?? null],
      ...[reason, at, by],
    ]);
    return rows.length === 1;
  }

  async ofRecord(userId: string, clientEventId: string): Promise<RecordCorrectionMade | undefined> {
    const [made] = await this.tx.query<RecordCorrectionMade>(OF_RECORD, [
      ...[this.tx.companyId, userId, clientEventId],
    ]);
    return made;
  }
}
