import { type Audited, auditedAs } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

const RECORDS: Audited = {
  kind: 'record',
  key: 'record_id',
  subject: 'coalesce(item.voids_record_id, item.record_id)',
  within: 'item.session_id',
  added: `CASE item.kind WHEN 'void' THEN 'record.voided' ELSE 'record.added' END`,
  // The audit entry of the counter-movement reports the void.
  silent: ['voided_at'],
};

/** The same expression as in `add-records.ts`. */
const ACTED_AS = `concat_ws(' ', item.created_by, item.client_event_id)`;

/**
 * A sync that adds to several sessions makes one event per session, with a count. Records of several requests may share
 * a transaction; each entry names the request of its records.
 */
export class RecordsToldBySession1763600000406 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(auditedAs('production.records', { ...RECORDS, apart: true, actedAs: ACTED_AS }));
  }
}
