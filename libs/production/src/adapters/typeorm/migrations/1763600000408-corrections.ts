import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class Corrections1763600000408 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What the office changed in sessions and records, and why.
      CREATE TABLE production.corrections (
        company_id uuid NOT NULL,
        correction_id uuid NOT NULL,
        session_id uuid NOT NULL,
        -- Of a record: what was asked for, and the record in its place, unless it was taken back.
        record_id uuid,
        units numeric CHECK (units >= 0),
        quality_id uuid,
        client_event_id text,
        replacement_id uuid,
        reason text NOT NULL,
        created_at timestamptz NOT NULL,
        created_by uuid NOT NULL,
        PRIMARY KEY (company_id, correction_id),
        FOREIGN KEY (company_id, session_id) REFERENCES production.sessions,
        FOREIGN KEY (company_id, created_by) REFERENCES access.users,
        CHECK (num_nulls(record_id, units, client_event_id) IN (0, 3)),
        CHECK (record_id IS NOT NULL OR num_nonnulls(quality_id, replacement_id) = 0)
      );
      CREATE UNIQUE INDEX correction_client_event_id ON production.corrections (company_id, created_by, client_event_id);
      CREATE UNIQUE INDEX one_correction_of_a_record ON production.corrections (company_id, record_id);
      CREATE INDEX corrections_of_a_session ON production.corrections (company_id, session_id);
      ${tenantTable('production.corrections', { tenant: 'SELECT, INSERT' })}
    `);
    await runner.query(
      audited('production.corrections', {
        kind: 'correction',
        key: 'correction_id',
        subject: 'coalesce(item.record_id, item.session_id)',
        within: 'item.session_id',
        added: `CASE WHEN item.record_id IS NULL THEN 'session.corrected' ELSE 'record.corrected' END`,
        addedOnly: true,
      }),
    );
  }
}
