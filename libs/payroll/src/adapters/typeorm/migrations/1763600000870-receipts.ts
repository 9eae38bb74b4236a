import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class Receipts1763600000870 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Links by which workers see their own days.
      CREATE TABLE payroll.receipts (
        company_id uuid NOT NULL,
        receipt_id uuid NOT NULL,
        worker_id uuid NOT NULL,
        days integer NOT NULL CHECK (days > 0),
        created_at timestamptz NOT NULL,
        created_by uuid NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        PRIMARY KEY (company_id, receipt_id),
        FOREIGN KEY (company_id, worker_id) REFERENCES workforce.workers,
        FOREIGN KEY (company_id, created_by) REFERENCES access.users
      );
      CREATE INDEX receipts_listed ON payroll.receipts (company_id, expires_at);
      ${tenantTable('payroll.receipts', { tenant: 'SELECT, INSERT, UPDATE (revoked_at)' })}
    `);
    await runner.query(
      audited('payroll.receipts', {
        ...{ kind: 'receipt', key: 'receipt_id', within: 'item.worker_id' },
        ...{ added: `'receipt.issued'`, updated: `'receipt.revoked'` },
      }),
    );
  }
}
