import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

export class AlertSlices1763600000820 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The number of changes that were left out before the current state, or before this change, because a rule flapped.
      ALTER TABLE notifications.alert_progress ADD COLUMN left_out int NOT NULL DEFAULT 0;
      ALTER TABLE notifications.alert_changes ADD COLUMN left_out int NOT NULL DEFAULT 0;
      GRANT UPDATE (left_out) ON notifications.alert_progress TO furrow_system;
      CREATE INDEX alert_progress_by_device ON notifications.alert_progress (company_id, device_id);

      -- Evaluations of devices that are under way or failed; removed by one that succeeds. Without foreign keys, because
      -- each evaluation would lock the rows of its devices.
      CREATE TABLE notifications.alert_attempts (
        company_id uuid NOT NULL,
        device_id text COLLATE "C" NOT NULL,
        attempts int NOT NULL,
        attempted_at timestamptz NOT NULL,
        retry_at timestamptz,
        PRIMARY KEY (company_id, device_id)
      );
      ${tenantTable('notifications.alert_attempts', { tenant: 'SELECT', system: 'SELECT, INSERT, UPDATE, DELETE' })}
    `);
  }
}
