import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

/** What the phones of the field app said last of themselves. */
export class Phones1763600000111 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE access.phones (
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        -- The phone's own name for itself: several users of a phone have the same.
        phone_id uuid NOT NULL,
        unsent integer NOT NULL CHECK (unsent >= 0),
        version text NOT NULL,
        persisted boolean,
        first_seen_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, user_id, phone_id),
        FOREIGN KEY (company_id, user_id) REFERENCES access.users
      );
      ${tenantTable('access.phones', {
        tenant: 'SELECT, INSERT, UPDATE (unsent, version, persisted, last_seen_at), DELETE',
      })}`);
  }
}
