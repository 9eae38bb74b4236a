import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

/** Companies, users, API tokens and devices. */
export class AccessTables1763600000100 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA access; GRANT USAGE ON SCHEMA access TO furrow_tenant, furrow_system');
    await runner.query(`
      CREATE TABLE access.companies (
        company_id uuid PRIMARY KEY,
        key text NOT NULL CONSTRAINT companies_key UNIQUE,
        name text NOT NULL,
        timezone text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      ${tenantTable('access.companies', { tenant: 'select, insert, update', system: 'select' })}`);
    await runner.query(`
      CREATE TABLE access.users (
        company_id uuid NOT NULL REFERENCES access.companies,
        user_id uuid NOT NULL,
        idp_id text NOT NULL CONSTRAINT users_idp_id UNIQUE,
        name text NOT NULL,
        email text,
        role text NOT NULL CHECK (role IN ('admin', 'supervisor', 'agronomist')),
        picture text,
        status text NOT NULL CHECK (status IN ('active', 'inactive')),
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, user_id)
      );
      ${tenantTable('access.users', { tenant: 'select, insert, update', system: 'select' })}`);
    await runner.query(`
      CREATE TABLE access.api_tokens (
        company_id uuid NOT NULL REFERENCES access.companies,
        token_id uuid NOT NULL,
        key_id text NOT NULL CONSTRAINT api_tokens_key_id UNIQUE,
        name text NOT NULL,
        scopes text[] NOT NULL,
        secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
        created_at timestamptz NOT NULL,
        expires_at timestamptz,
        replaced_at timestamptz,
        revoked_at timestamptz,
        last_used_at timestamptz,
        PRIMARY KEY (company_id, token_id)
      );
      -- A rotated token lives on through its overlap beside the one that carries its name now.
      CREATE UNIQUE INDEX api_tokens_current_name ON access.api_tokens (company_id, name)
        WHERE revoked_at IS NULL AND replaced_at IS NULL;
      ${tenantTable('access.api_tokens', { tenant: 'select, insert, update', system: 'select, update (last_used_at)' })}`);
    await runner.query(`
      CREATE TABLE access.devices (
        company_id uuid NOT NULL REFERENCES access.companies,
        device_id text NOT NULL CONSTRAINT devices_device_id UNIQUE,
        -- Ids of agronomy, which stands above: opaque here, and no foreign keys.
        project_id uuid NOT NULL,
        sector_id uuid,
        secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
        status text NOT NULL CHECK (status IN ('active', 'inactive', 'revoked')),
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, device_id)
      );
      ${tenantTable('access.devices', { tenant: 'select, insert, update', system: 'select' })}`);
  }
}
