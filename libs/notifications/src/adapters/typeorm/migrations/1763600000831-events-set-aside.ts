import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

export class EventsSetAside1763600000831 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Acts whose deliveries could not be made; the reading of events goes on behind them.
      CREATE TABLE notifications.events_set_aside (
        company_id uuid NOT NULL REFERENCES access.companies,
        micros bigint NOT NULL,
        entry_id bigint NOT NULL,
        failures integer NOT NULL DEFAULT 1,
        next_at timestamptz NOT NULL,
        -- The error of the first failure.
        reason text NOT NULL,
        PRIMARY KEY (company_id, micros, entry_id)
      );
      CREATE INDEX events_set_aside_due ON notifications.events_set_aside (next_at);
      ${tenantTable('notifications.events_set_aside', {
        tenant: 'SELECT',
        system: 'SELECT, INSERT, UPDATE, DELETE',
      })}
    `);
  }
}
