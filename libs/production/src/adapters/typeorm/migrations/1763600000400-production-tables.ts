import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

export class ProductionTables1763600000400 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA production;
      GRANT USAGE ON SCHEMA production TO furrow_tenant, furrow_system;

      CREATE TABLE production.qualities (
        company_id uuid NOT NULL REFERENCES access.companies,
        quality_id uuid NOT NULL,
        key text NOT NULL,
        name text NOT NULL,
        active boolean NOT NULL DEFAULT true,
        PRIMARY KEY (company_id, quality_id),
        UNIQUE (company_id, key)
      );

      CREATE TABLE production.sessions (
        company_id uuid NOT NULL,
        session_id uuid NOT NULL,
        project_id uuid NOT NULL,
        sector_id uuid NOT NULL,
        sector_name text NOT NULL,
        crop text,
        variety text,
        timezone text NOT NULL,
        owner_user_id uuid NOT NULL,
        owner_idp_id text NOT NULL,
        local_date date NOT NULL,
        day timestamptz NOT NULL,
        midnight_at timestamptz NOT NULL,
        opened_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        max_duration_hours smallint NOT NULL CHECK (max_duration_hours BETWEEN 1 AND 24),
        sync_grace_hours smallint NOT NULL CHECK (sync_grace_hours BETWEEN 0 AND 168),
        ends_at timestamptz NOT NULL,
        end_reason text NOT NULL CHECK (end_reason IN ('midnight_local', 'max_duration')),
        lapses_at timestamptz NOT NULL,
        status text NOT NULL CHECK (status IN ('open', 'closed')),
        closed_at timestamptz,
        closed_by text CHECK (closed_by IN ('user', 'system')),
        closed_reason text CHECK (closed_reason IN ('manual', 'midnight_local', 'max_duration')),
        sampling_unit text,
        price_per_unit numeric CHECK (price_per_unit >= 0),
        bonus jsonb,
        notes text,
        final_notes text,
        local_id text,
        fingerprint text NOT NULL,
        harvest_unit_id text,
        harvest_lot_code text,
        license_plate text,
        driver_name text,
        PRIMARY KEY (company_id, session_id),
        -- A sector of that very project.
        FOREIGN KEY (company_id, project_id, sector_id) REFERENCES agronomy.sectors (company_id, project_id, sector_id),
        FOREIGN KEY (company_id, owner_user_id) REFERENCES access.users,
        CHECK (num_nulls(closed_at, closed_by, closed_reason) = CASE status WHEN 'open' THEN 3 ELSE 0 END)
      );
      -- Of concurrent creates in one place exactly one wins.
      CREATE UNIQUE INDEX one_open_session ON production.sessions (company_id, project_id, local_date, sector_id)
        WHERE status = 'open';
      CREATE UNIQUE INDEX session_local_id ON production.sessions (company_id, owner_user_id, local_id)
        WHERE local_id IS NOT NULL;
      CREATE INDEX sessions_by_day ON production.sessions (company_id, local_date);
      CREATE INDEX open_sessions_by_lapse ON production.sessions (lapses_at) WHERE status = 'open';

      CREATE TABLE production.records (
        company_id uuid NOT NULL,
        record_id uuid NOT NULL,
        session_id uuid NOT NULL,
        worker_id uuid NOT NULL,
        worker_name text NOT NULL,
        quality_id uuid,
        units numeric NOT NULL CHECK (units <> 0 AND (units > 0) = (kind = 'addition')),
        kind text NOT NULL CHECK (kind IN ('addition', 'void')),
        client_event_id text CHECK ((client_event_id IS NOT NULL) = (kind = 'addition')),
        idempotency_key text,
        voids_record_id uuid CHECK ((voids_record_id IS NOT NULL) = (kind = 'void')),
        voided_at timestamptz,
        recorded_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        created_by uuid NOT NULL,
        notes text,
        PRIMARY KEY (company_id, record_id),
        FOREIGN KEY (company_id, session_id) REFERENCES production.sessions,
        FOREIGN KEY (company_id, worker_id) REFERENCES workforce.workers,
        FOREIGN KEY (company_id, quality_id) REFERENCES production.qualities,
        FOREIGN KEY (company_id, voids_record_id) REFERENCES production.records
      );
      CREATE UNIQUE INDEX record_client_event_id ON production.records (company_id, created_by, client_event_id)
        WHERE client_event_id IS NOT NULL;
      CREATE UNIQUE INDEX record_idempotency_key ON production.records (company_id, created_by, idempotency_key)
        WHERE idempotency_key IS NOT NULL;
      CREATE UNIQUE INDEX one_counter_movement ON production.records (company_id, voids_record_id)
        WHERE voids_record_id IS NOT NULL;

      -- What a session's records add up to, kept in the records' own transaction.
      CREATE TABLE production.tallies (
        company_id uuid NOT NULL,
        session_id uuid NOT NULL,
        worker_id uuid NOT NULL,
        quality_id uuid,
        -- A key holds no null, so that records without a quality have a slot too.
        quality_slot uuid NOT NULL GENERATED ALWAYS AS (coalesce(quality_id, '00000000-0000-0000-0000-000000000000')) STORED,
        worker_name text NOT NULL,
        units_added numeric NOT NULL,
        units_voided numeric NOT NULL,
        record_count integer NOT NULL,
        voided_count integer NOT NULL,
        PRIMARY KEY (company_id, session_id, worker_id, quality_slot),
        FOREIGN KEY (company_id, session_id) REFERENCES production.sessions,
        FOREIGN KEY (company_id, worker_id) REFERENCES workforce.workers,
        FOREIGN KEY (company_id, quality_id) REFERENCES production.qualities
      ) WITH (fillfactor = 70);

      -- The session-level quality breakdown. It stands beside the session, not in it, so that taking it never waits
      -- for those who add records. "movements" is how many it has seen: it only grows, so that a late one cannot
      -- overwrite a newer one, and one that lags is known without a flag that somebody may forget to set.
      CREATE TABLE production.quality_snapshots (
        company_id uuid NOT NULL,
        session_id uuid NOT NULL,
        movements bigint NOT NULL,
        breakdown jsonb NOT NULL,
        taken_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, session_id),
        FOREIGN KEY (company_id, session_id) REFERENCES production.sessions
      );
    `);
    await runner.query(
      tenantTable('production.qualities', { tenant: 'select, insert, update', system: 'select' }),
    );
    await runner.query(
      tenantTable('production.sessions', {
        tenant: 'select, insert, update',
        system: 'select, update (status, closed_at, closed_by, closed_reason)',
      }),
    );
    await runner.query(tenantTable('production.records', { tenant: 'select, insert, update (voided_at)' }));
    await runner.query(
      tenantTable('production.tallies', { tenant: 'select, insert, update', system: 'select' }),
    );
    await runner.query(
      tenantTable('production.quality_snapshots', {
        tenant: 'select, insert, update',
        system: 'select, insert, update',
      }),
    );
  }
}
