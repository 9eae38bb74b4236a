import { type Audited, auditedAs } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

const RECORDS: Audited = {
  kind: 'form_record',
  key: 'record_id',
  within: 'item.form_id',
  added: `'form_record.submitted'`,
};

/** The same expression as in `submit-record.ts`. */
const ACTED_AS = `concat_ws(' ', item.created_by, item.client_record_id)`;

/**
 * Records of several requests and forms may share a transaction; each entry of the audit trail names the request of its
 * records, and one form.
 */
export class RecordsOfGroups1763600000505 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(auditedAs('forms.records', { ...RECORDS, apart: true, actedAs: ACTED_AS }));
  }
}
