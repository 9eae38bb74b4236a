import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class WorkerGroups1763600000890 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Not in workforce.options, because the version before knows each field of that table.
      CREATE TABLE workforce.groups (
        company_id uuid NOT NULL REFERENCES access.companies,
        value text NOT NULL,
        active boolean NOT NULL,
        PRIMARY KEY (company_id, value)
      );

      -- A worker has the group of the latest day that is not after the one that is asked for.
      CREATE TABLE workforce.group_history (
        company_id uuid NOT NULL,
        worker_id uuid NOT NULL,
        valid_from date NOT NULL,
        worker_group text,
        PRIMARY KEY (company_id, worker_id, valid_from),
        FOREIGN KEY (company_id, worker_id) REFERENCES workforce.workers
      );

      ${tenantTable('workforce.groups', { tenant: 'SELECT, INSERT, UPDATE' })}
      ${tenantTable('workforce.group_history', { tenant: 'SELECT, INSERT, UPDATE, DELETE' })}

      -- The group of the latest day.
      ALTER TABLE workforce.workers ADD COLUMN worker_group text;
    `);
    await runner.query(
      audited('workforce.group_history', {
        kind: 'worker',
        key: 'worker_id',
        ...{ added: `'worker.group'`, updated: `'worker.group'` },
      }),
    );
  }
}
