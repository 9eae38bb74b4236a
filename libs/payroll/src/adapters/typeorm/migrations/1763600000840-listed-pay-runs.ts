import { auditedAs } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

const AUDITED = {
  ...{ kind: 'pay_run', key: 'pay_run_id', added: `'pay_run.opened'`, updated: `'pay_run.frozen'` },
  silent: ['result', 'frozen_by'],
};

export class ListedPayRuns1763600000840 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What lists show of a draft, as of its last calculation; null if there was none.
      ALTER TABLE payroll.runs ADD COLUMN calculated_at timestamptz;
      ALTER TABLE payroll.runs ADD COLUMN listed jsonb;
      -- The blocking flags that were acknowledged when it was frozen: by whom, and when.
      ALTER TABLE payroll.runs ADD COLUMN acknowledged jsonb;
      GRANT UPDATE (calculated_at, listed, acknowledged) ON payroll.runs TO furrow_tenant;
    `);
    const silent = [...AUDITED.silent, 'calculated_at', 'listed'];
    await runner.query(auditedAs('payroll.runs', { ...AUDITED, silent }));
  }
}
