import { audited } from '@furrow/journal';
import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

/** People whom a company expects, until they sign in. The previous version does not know them, and admits none. */
export class Invitations1763600000108 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE access.invitations (
        company_id uuid NOT NULL REFERENCES access.companies,
        -- Of the user that the person becomes.
        user_id uuid NOT NULL,
        email_key text NOT NULL,
        email text NOT NULL,
        name text NOT NULL,
        role text NOT NULL CHECK (role IN ('admin', 'supervisor', 'agronomist')),
        picture text,
        status text NOT NULL CHECK (status IN ('invited', 'inactive', 'taken')),
        pruned boolean NOT NULL DEFAULT false CHECK (NOT pruned OR status = 'inactive'),
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, user_id)
      );
      CREATE UNIQUE INDEX invitations_email ON access.invitations (company_id, email_key) WHERE status <> 'taken';
      CREATE INDEX invitations_open ON access.invitations (email_key) WHERE status = 'invited';
      ${tenantTable('access.invitations', { tenant: 'select, insert, update', system: 'select' })}
      ${audited('access.invitations', {
        kind: 'invitation',
        key: 'user_id',
        updated: `CASE WHEN before.status <> 'taken' AND item.status = 'taken' THEN 'invitation.taken'
                       WHEN before.status = 'invited' AND item.status = 'inactive' THEN 'invitation.withdrawn'
                       ELSE 'invitation.updated' END`,
      })}`);
  }
}
