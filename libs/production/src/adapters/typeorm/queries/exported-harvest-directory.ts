import type { Transaction } from '@furrow/database';

/** A line of an export of this service: a movement, or else the sum of a worker and quality in a session. */
export interface ExportedHarvest {
  /** Null for a sum. */
  readonly recordId: string | null;
  readonly sessionId: string;
  /** Null for a session without records. */
  readonly workerId: string | null;
  readonly qualityId: string | null;
  /** Exact decimal text. */
  readonly units: string;
}

/** Whether the company has the movement or session, and whether with the same worker, quality and units. */
export type LineComparison = 'same' | 'different' | 'unknown';

const LINES = `unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::numeric[])
  WITH ORDINALITY AS l (record_id, session_id, worker_id, quality_id, units, n)`;
const NO_QUALITY = `'00000000-0000-0000-0000-000000000000'`;

const COMPARISONS = `
  SELECT CASE
    WHEN l.record_id IS NOT NULL AND r.record_id IS NULL OR s.session_id IS NULL THEN 'unknown'
    WHEN l.record_id IS NOT NULL THEN
      CASE WHEN (r.session_id, r.units) = (l.session_id, l.units) AND r.worker_id IS NOT DISTINCT FROM l.worker_id
            AND r.quality_id IS NOT DISTINCT FROM l.quality_id THEN 'same' ELSE 'different' END
    WHEN l.worker_id IS NULL THEN
      CASE WHEN EXISTS (SELECT FROM production.tallies o WHERE o.company_id = $1 AND o.session_id = l.session_id)
           THEN 'different' ELSE 'same' END
    WHEN t.units_added - t.units_voided = l.units THEN 'same' ELSE 'different' END AS comparison
  FROM ${LINES}
  LEFT JOIN production.records r ON r.company_id = $1 AND r.record_id = l.record_id
  LEFT JOIN production.sessions s ON s.company_id = $1 AND s.session_id = l.session_id
  LEFT JOIN production.tallies t ON t.company_id = $1 AND t.session_id = l.session_id AND t.worker_id = l.worker_id
    AND t.quality_slot = coalesce(l.quality_id, ${NO_QUALITY})
  ORDER BY l.n`;

/** Recognises rows that a company exported, when they are imported again. */
export class ExportedHarvestDirectory {
  /** @returns the result for each line, in their order */
  async compare(tx: Transaction, lines: readonly ExportedHarvest[]): Promise<LineComparison[]> {
    if (lines.length === 0) return [];
    const rows = await tx.query<{ comparison: LineComparison }>(COMPARISONS, [
      tx.companyId,
      lines.map(({ recordId }) => recordId),
      lines.map(({ sessionId }) => sessionId),
      lines.map(({ workerId }) => workerId),
      lines.map(({ qualityId }) => qualityId),
      lines.map(({ units }) => units),
    ]);
    return rows.map(({ comparison }) => comparison);
  }
}
