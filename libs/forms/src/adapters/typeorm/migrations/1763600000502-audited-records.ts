import { type Audited, audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export const FORM_RECORDS: Audited = {
  kind: 'form_record',
  key: 'record_id',
  within: 'item.form_id',
  added: `'form_record.submitted'`,
};

export class AuditedRecords1763600000502 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(audited('forms.records', FORM_RECORDS));
  }
}
