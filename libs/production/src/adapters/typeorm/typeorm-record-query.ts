import type { Database, Transaction } from '@furrow/platform';
import { type FarmDirectory, type HarvestScope, RecordQuery } from '../../application/ports.ts';
import { IN_RANGE, iso } from './typeorm-harvest-query.ts';

const BATCH = 1_000;

/** Sessions are sorted first, and the movements of each are sorted when its turn comes. */
const MOVEMENTS = `
  SELECT json_build_object(
    'recordId', r.record_id, 'sessionId', r.session_id, 'sessionLocalId', s.local_id, 'projectId', s.project_id,
    'sectorId', s.sector_id, 'sector_name', s.sector_name, 'workerId', r.worker_id, 'worker_name', r.worker_name,
    'kind', r.kind, 'units', trim_scale(r.units), 'unit', s.sampling_unit, 'qualityId', r.quality_id,
    'qualityName', q.name, 'voided', r.voided_at IS NOT NULL, 'voidedAt', ${iso('r.voided_at')},
    'voidsRecordId', r.voids_record_id, 'clientEventId', r.client_event_id, 'idempotencyKey', r.idempotency_key,
    'day', ${iso('s.day')}, 'timezone', s.timezone, 'recordedAt', ${iso('r.recorded_at')},
    'createdAt', ${iso('r.created_at')}, 'notes', r.notes
  )::text AS movement
  FROM (SELECT * FROM production.sessions s WHERE ${IN_RANGE} ORDER BY s.day, s.opened_at, s.session_id) AS s
  JOIN production.records r ON r.company_id = s.company_id AND r.session_id = s.session_id
  LEFT JOIN production.qualities q ON q.company_id = r.company_id AND q.quality_id = r.quality_id
  ORDER BY s.day, s.opened_at, s.session_id, r.recorded_at, r.record_id`;

export class TypeormRecordQuery extends RecordQuery {
  constructor(
    private readonly database: Database,
    private readonly farmIn: (tx: Transaction) => FarmDirectory,
  ) {
    super();
  }

  override movements(
    scope: Omit<HarvestScope, 'now'>,
    onBatch: (movements: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const { companyId, start, end, projectId, sectorId } = scope;
    return this.database.reads.tenant(companyId, async (tx) => {
      await this.farmIn(tx).check(scope);
      const parameters = [companyId, start, end, projectId, sectorId];
      for await (const rows of tx.batches<{ movement: string }>(MOVEMENTS, parameters, BATCH))
        await onBatch(rows.map(({ movement }) => movement));
    });
  }
}
