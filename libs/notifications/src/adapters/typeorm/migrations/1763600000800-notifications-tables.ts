import { tenantTable } from '@furrow/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NotificationsTables1763600000800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA notifications;
      GRANT USAGE ON SCHEMA notifications TO furrow_tenant;

      CREATE TABLE notifications.webhooks (
        company_id uuid NOT NULL REFERENCES access.companies,
        webhook_id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, webhook_id),
        UNIQUE (company_id, name_key)
      );

      ${tenantTable('notifications.webhooks', { tenant: 'SELECT, INSERT' })}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA notifications CASCADE');
  }
}
