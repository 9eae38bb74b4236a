import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class NotificationsTables1763600000800 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA notifications;
      GRANT USAGE ON SCHEMA notifications TO furrow_tenant, furrow_system;
    `);
    await runner.query(WEBHOOKS);
    await runner.query(DELIVERIES);
    await runner.query(
      audited('notifications.webhooks', {
        kind: 'webhook',
        key: 'webhook_id',
        updated: `CASE WHEN item.status = 'deleted' THEN 'webhook.deleted'
                       WHEN item.status = 'paused' AND before.status <> 'paused' AND item.paused_reason <> 'requested'
                         THEN 'webhook.given_up'
                       WHEN item.status = 'paused' AND before.status <> 'paused' THEN 'webhook.paused'
                       ELSE 'webhook.updated' END`,
        silent: ['updated_at', 'active_at', 'active_in', 'paused_at'],
      }),
    );
    await runner.query(
      audited('notifications.webhook_secrets', {
        ...{ kind: 'webhook_secret', key: 'secret_id' },
        subject: 'item.webhook_id',
        silent: ['expires_at'],
      }),
    );
  }
}

const WEBHOOKS = `
  CREATE TABLE notifications.webhooks (
    company_id uuid NOT NULL REFERENCES access.companies,
    webhook_id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    description text,
    -- One that is deleted waits for its deliveries to be removed.
    status text NOT NULL CHECK (status IN ('active', 'paused', 'deleted')),
    paused_reason text CHECK (paused_reason IN ('requested', 'gone', 'failing')),
    paused_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    -- It gets what is not committed in this snapshot; after a restore, whose transactions count anew, what is later.
    active_in pg_snapshot NOT NULL DEFAULT pg_current_snapshot(),
    active_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (company_id, webhook_id),
    CHECK ((status = 'paused') = (paused_reason IS NOT NULL AND paused_at IS NOT NULL) OR status = 'deleted')
  );
  ${tenantTable('notifications.webhooks', { tenant: 'SELECT, INSERT, UPDATE', system: 'SELECT, UPDATE, DELETE' })}

  CREATE TABLE notifications.webhook_secrets (
    company_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    secret_id uuid NOT NULL,
    secret bytea NOT NULL,
    -- Null for the current one.
    expires_at timestamptz,
    PRIMARY KEY (company_id, webhook_id, secret_id),
    FOREIGN KEY (company_id, webhook_id) REFERENCES notifications.webhooks ON DELETE CASCADE
  );
  -- Whoever manages webhooks may not read secrets; only whoever signs may.
  ${tenantTable('notifications.webhook_secrets', {
    tenant: 'SELECT (company_id, webhook_id, secret_id, expires_at), INSERT, UPDATE (expires_at), DELETE',
    system: 'SELECT',
  })}

  -- One row a webhook: when something of it is due next, and how its receiver does.
  CREATE TABLE notifications.delivery_queues (
    company_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    due_at timestamptz NOT NULL DEFAULT 'infinity',
    -- The first failed attempt after the last that counted.
    failing_since timestamptz,
    PRIMARY KEY (company_id, webhook_id),
    FOREIGN KEY (company_id, webhook_id) REFERENCES notifications.webhooks ON DELETE CASCADE
  );
  CREATE INDEX delivery_queues_due ON notifications.delivery_queues (due_at);
  ${tenantTable('notifications.delivery_queues', { tenant: 'SELECT, INSERT, UPDATE', system: 'SELECT, UPDATE' })}`;

const DELIVERIES = `
  CREATE TABLE notifications.deliveries (
    company_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    -- The event's id: it is of the webhook-id of each attempt.
    delivery_id text NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- While it is claimed, when the claim ends.
    next_at timestamptz,
    claim_id uuid,
    -- Failed attempts since it was last asked for.
    failures integer NOT NULL DEFAULT 0,
    attempts jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (company_id, webhook_id, delivery_id),
    FOREIGN KEY (company_id, webhook_id) REFERENCES notifications.webhooks ON DELETE CASCADE,
    CHECK ((status = 'pending') = (next_at IS NOT NULL))
  );
  CREATE INDEX deliveries_pending ON notifications.deliveries (company_id, webhook_id, next_at) WHERE status = 'pending';
  CREATE INDEX deliveries_by_time ON notifications.deliveries (company_id, webhook_id, created_at, delivery_id);
  ${tenantTable('notifications.deliveries', {
    tenant: 'SELECT, INSERT, UPDATE',
    system: 'SELECT, INSERT, UPDATE, DELETE',
  })}`;
