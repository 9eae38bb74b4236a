import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

/** Counts what was rejected of each device, hour by hour. */
export class DeviceErrors1763600000607 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Without a foreign key: a row of many companies' that has no device would keep all others from being counted. The
      -- hour stands before the device, because a company's last hours are read at once.
      CREATE TABLE telemetry.device_errors (
        company_id uuid NOT NULL,
        hour timestamptz NOT NULL,
        device_id text COLLATE "C" NOT NULL,
        count bigint NOT NULL CHECK (count > 0),
        last_code text NOT NULL,
        last_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, hour, device_id)
      );
      CREATE INDEX device_errors_by_hour ON telemetry.device_errors (hour);

      ${tenantTable('telemetry.device_errors', {
        tenant: 'SELECT',
        system: 'SELECT, INSERT, UPDATE (count, last_code, last_at), DELETE',
      })}
    `);
  }
}
