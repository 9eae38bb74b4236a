import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class Treatments1763600000206 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE agronomy.treatments (
        company_id uuid NOT NULL,
        treatment_id uuid NOT NULL,
        project_id uuid NOT NULL,
        client_event_id text NOT NULL,
        -- The project's zone when the treatment was recorded: dates are kept as they were counted then.
        timezone text NOT NULL,
        local_date date NOT NULL,
        product text NOT NULL,
        authorisation_number text,
        active_substances text[] NOT NULL,
        target text,
        crop_code text,
        bbch smallint CHECK (bbch BETWEEN 0 AND 99),
        area numeric CHECK (area > 0),
        started_at timestamptz NOT NULL,
        ended_at timestamptz CHECK (ended_at >= started_at),
        dose numeric NOT NULL CHECK (dose > 0),
        dose_unit text NOT NULL,
        pre_harvest_days smallint NOT NULL CHECK (pre_harvest_days >= 0),
        reentry_hours numeric CHECK (reentry_hours >= 0),
        harvest_from date NOT NULL,
        harvest_clear_at timestamptz NOT NULL,
        reentry_clear_at timestamptz CHECK ((reentry_clear_at IS NULL) = (reentry_hours IS NULL)),
        operator text,
        equipment text,
        notes text,
        created_at timestamptz NOT NULL,
        created_by uuid NOT NULL,
        author_idp_id text NOT NULL,
        voided_at timestamptz,
        voided_by uuid,
        void_reason text,
        PRIMARY KEY (company_id, treatment_id),
        UNIQUE (company_id, created_by, client_event_id),
        UNIQUE (company_id, project_id, treatment_id),
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects,
        FOREIGN KEY (company_id, created_by) REFERENCES access.users,
        FOREIGN KEY (company_id, voided_by) REFERENCES access.users,
        CHECK (voided_at IS NOT NULL OR num_nonnulls(voided_by, void_reason) = 0)
      );
      CREATE INDEX treatments_listed ON agronomy.treatments (company_id, started_at, treatment_id)
        INCLUDE (local_date, project_id);

      -- A sector as it was when it was treated, and until when it keeps anybody out at the latest.
      CREATE TABLE agronomy.treated_sectors (
        company_id uuid NOT NULL,
        treatment_id uuid NOT NULL,
        sector_id uuid NOT NULL,
        project_id uuid NOT NULL,
        position smallint NOT NULL,
        sector_name text NOT NULL,
        crop text,
        variety text,
        clear_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, treatment_id, sector_id),
        FOREIGN KEY (company_id, project_id, treatment_id)
          REFERENCES agronomy.treatments (company_id, project_id, treatment_id),
        FOREIGN KEY (company_id, project_id, sector_id)
          REFERENCES agronomy.sectors (company_id, project_id, sector_id)
      );
      -- Of a sector's treatments, only those that somebody at an instant has to heed.
      CREATE INDEX treated_sectors_by_clearance ON agronomy.treated_sectors (company_id, sector_id, clear_at);

      ${tenantTable('agronomy.treatments', { tenant: 'SELECT, INSERT, UPDATE (voided_at, voided_by, void_reason)' })}
      ${tenantTable('agronomy.treated_sectors', { tenant: 'SELECT, INSERT' })}
    `);
    await runner.query(
      audited('agronomy.treatments', {
        kind: 'treatment',
        key: 'treatment_id',
        added: `'treatment.recorded'`,
        updated: `'treatment.voided'`,
      }),
    );
  }
}
