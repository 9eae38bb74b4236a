import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class Alerts1763600000810 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications.alerts (
        company_id uuid NOT NULL REFERENCES access.companies,
        key text NOT NULL,
        name text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('silent', 'threshold')),
        project_id uuid NOT NULL,
        device_id text COLLATE "C",
        metric text,
        above float8,
        below float8,
        lasts text NOT NULL,
        clear_by float8 NOT NULL,
        since timestamptz NOT NULL,
        active boolean NOT NULL DEFAULT true,
        PRIMARY KEY (company_id, key),
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects (company_id, project_id),
        FOREIGN KEY (company_id, device_id) REFERENCES access.devices (company_id, device_id)
      );

      -- How a rule stands with a device, and up to when it has judged its readings.
      CREATE TABLE notifications.alert_progress (
        company_id uuid NOT NULL,
        key text NOT NULL,
        device_id text COLLATE "C" NOT NULL,
        state text NOT NULL CHECK (state IN ('ok', 'pending', 'firing', 'no_data')),
        since timestamptz NOT NULL,
        through timestamptz NOT NULL,
        last_at timestamptz,
        breached_at timestamptz,
        due_at timestamptz,
        PRIMARY KEY (company_id, key, device_id),
        FOREIGN KEY (company_id, key) REFERENCES notifications.alerts ON DELETE CASCADE,
        FOREIGN KEY (company_id, device_id) REFERENCES access.devices (company_id, device_id)
      ) WITH (fillfactor = 70);

      -- What rules have told, each in the transaction that found it; for a month.
      CREATE TABLE notifications.alert_changes (
        company_id uuid NOT NULL REFERENCES access.companies,
        key text NOT NULL,
        device_id text COLLATE "C" NOT NULL,
        at timestamptz NOT NULL,
        state text NOT NULL CHECK (state IN ('ok', 'pending', 'firing', 'no_data')),
        -- Whether this ends what was raised.
        clears boolean NOT NULL,
        change_id bigint GENERATED ALWAYS AS IDENTITY,
        PRIMARY KEY (company_id, change_id)
      );
      CREATE INDEX alert_changes_by_time ON notifications.alert_changes (at);

      ${tenantTable('notifications.alerts', { tenant: 'SELECT, INSERT, UPDATE, DELETE', system: 'SELECT' })}
      ${tenantTable('notifications.alert_progress', {
        tenant: 'SELECT, INSERT, DELETE',
        system: 'SELECT, INSERT, UPDATE (state, since, through, last_at, breached_at, due_at), DELETE',
      })}
      ${tenantTable('notifications.alert_changes', { tenant: 'SELECT, INSERT', system: 'SELECT, INSERT, DELETE' })}
    `);
    await runner.query(
      audited('notifications.alerts', { kind: 'alert_rule', key: 'key', silent: ['since'] }),
    );
    await runner.query(
      audited('notifications.alert_changes', {
        kind: 'alert',
        key: 'change_id',
        subject: 'item.key',
        within: 'item.device_id',
        apart: true,
        addedOnly: true,
        added: `CASE WHEN item.state IN ('firing', 'no_data') THEN 'alert.' || item.state
                     WHEN item.clears THEN 'alert.cleared' ELSE 'alert.' || item.state END`,
      }),
    );
  }
}
