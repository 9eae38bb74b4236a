import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';

/** What one record found of pests and diseases in total; records that assessed nothing are left out. */
export interface AssessedRecord {
  readonly observedAt: Date;
  readonly sectorId: string | null;
  /** Whether any value is above zero. */
  readonly affected: boolean;
  /** The sum of the severities of what was assessed, in percent as exact decimal text; null without any. */
  readonly severitySum: string | null;
  readonly severityCount: number;
}

const BATCH = 1_000;

/**
 * The records of a project with at least one assessed pest or disease, in order of observation, in batches.
 * @param span epoch milliseconds, both included
 */
export async function* phytosanitarySeries(
  tx: Transaction,
  { projectId, sectorId }: { readonly projectId: string; readonly sectorId: string | null },
  span: { readonly from: number; readonly to: number },
): AsyncGenerator<AssessedRecord[]> {
  if (!isId(projectId) || (sectorId !== null && !isId(sectorId))) return;
  const parameters = [tx.companyId, projectId, sectorId, new Date(span.from), new Date(span.to)];
  yield* tx.batches<AssessedRecord>(ASSESSED_RECORDS, parameters, BATCH);
}

const ASSESSED_RECORDS = `
  SELECT observed_at AS "observedAt", sector_id AS "sectorId", bool_or(value > 0) AS affected,
         (sum(severity) FILTER (WHERE value IS NOT NULL))::text AS "severitySum",
         count(severity) FILTER (WHERE value IS NOT NULL) AS "severityCount"
    FROM agronomy.observations
   WHERE company_id = $1 AND project_id = $2 AND ($3::uuid IS NULL OR sector_id = $3)
     AND observed_at BETWEEN $4 AND $5
   GROUP BY observed_at, record_id, sector_id
  HAVING count(value) > 0
   ORDER BY observed_at, record_id`;
