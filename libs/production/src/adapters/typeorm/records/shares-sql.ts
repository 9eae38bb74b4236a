import type { RecordState } from '../../../domain/index.ts';

/** The parts that a shared record stores, in the order sent. @param record the name of its row */
export const partsIn = (record: string) => `
  ROWS FROM (jsonb_to_recordset(${record}.shares) AS ("workerId" uuid, "workerName" text, weight numeric, units numeric))
    WITH ORDINALITY AS part (worker_id, worker_name, weight, units, n)`;

/** The shares of a record `r` as an aggregate of its parts; null if it has none. */
export const sharesAs = (aggregate: string) => `
  CASE WHEN r.shares IS NOT NULL THEN (SELECT ${aggregate} FROM ${partsIn('r')}) END`;

export const sharesText = ({ shares }: RecordState): string | null =>
  shares === null ? null : JSON.stringify(shares);
