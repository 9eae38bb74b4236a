import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

export class Replays1763600000830 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row a webhook: its last replay, and how far it is.
      CREATE TABLE notifications.replays (
        company_id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        since timestamptz NOT NULL,
        -- Rounded up to what programs can tell apart.
        until timestamptz NOT NULL DEFAULT date_trunc('milliseconds', statement_timestamp() + interval '1 millisecond'),
        outcome text CHECK (outcome IN ('completed', 'cancelled')),
        -- The last act that was read.
        micros bigint,
        entry_id bigint,
        replayed integer NOT NULL DEFAULT 0,
        failures integer NOT NULL DEFAULT 0,
        reason text,
        -- While a process works on it, when another one may.
        next_at timestamptz,
        ended_at timestamptz,
        PRIMARY KEY (company_id, webhook_id),
        FOREIGN KEY (company_id, webhook_id) REFERENCES notifications.webhooks ON DELETE CASCADE,
        CHECK ((outcome IS NULL) = (next_at IS NOT NULL) AND (outcome IS NULL) = (ended_at IS NULL))
      );
      CREATE INDEX replays_due ON notifications.replays (next_at) WHERE next_at IS NOT NULL;
      ${tenantTable('notifications.replays', { tenant: 'SELECT, INSERT, UPDATE', system: 'SELECT' })}
    `);
  }
}
