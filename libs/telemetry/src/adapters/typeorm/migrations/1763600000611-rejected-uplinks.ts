import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

/** Uplinks of LoRaWAN devices of which nothing was stored, for the console. */
export class RejectedUplinks1763600000611 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Without a foreign key: most of these devices are unknown.
      CREATE TABLE telemetry.rejected_uplinks (
        company_id uuid NOT NULL,
        dev_eui text COLLATE "C" NOT NULL,
        network text NOT NULL,
        code text NOT NULL,
        reasons json NOT NULL,
        count bigint NOT NULL CHECK (count > 0),
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, dev_eui, network, code)
      );
      CREATE INDEX rejected_uplinks_by_time ON telemetry.rejected_uplinks (company_id, last_at);

      ${tenantTable('telemetry.rejected_uplinks', {
        tenant: 'SELECT, INSERT, UPDATE (reasons, count, last_at), DELETE',
        system: 'SELECT, DELETE',
      })}
    `);
  }
}
