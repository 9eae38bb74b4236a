import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class Shifts1763600000303 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE workforce.shifts (
        company_id uuid NOT NULL,
        shift_id uuid NOT NULL,
        worker_id uuid NOT NULL,
        project_id uuid NOT NULL,
        sector_id uuid,
        kind text NOT NULL CHECK (kind IN ('piece', 'hourly', 'nonproductive')),
        timezone text NOT NULL,
        local_date date NOT NULL,
        day timestamptz NOT NULL,
        started_at timestamptz NOT NULL,
        ended_at timestamptz,
        -- A list of kind, startedAt and endedAt, in milliseconds since 1970.
        breaks jsonb NOT NULL,
        -- What the breaks last, in milliseconds: hours are worked out exactly wherever they are read.
        meal_ms integer NOT NULL CHECK (meal_ms >= 0),
        rest_ms integer NOT NULL CHECK (rest_ms >= 0),
        client_event_id text NOT NULL,
        sent_as text NOT NULL,
        notes text,
        created_at timestamptz NOT NULL,
        created_by uuid NOT NULL,
        created_by_idp_id text NOT NULL,
        voided_at timestamptz,
        void_reason text,
        PRIMARY KEY (company_id, shift_id),
        CONSTRAINT shift_client_event_id UNIQUE (company_id, client_event_id),
        FOREIGN KEY (company_id, worker_id) REFERENCES workforce.workers,
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects,
        -- A sector of that very project.
        FOREIGN KEY (company_id, project_id, sector_id) REFERENCES agronomy.sectors (company_id, project_id, sector_id),
        FOREIGN KEY (company_id, created_by) REFERENCES access.users,
        CHECK (ended_at > started_at AND ended_at <= started_at + interval '24 hours')
      );
      -- Whatever a list may be filtered by is in it, so that counting what a filter meets reads no shift.
      CREATE INDEX shifts_listed ON workforce.shifts (company_id, started_at, shift_id)
        INCLUDE (local_date, worker_id, project_id);
      -- What lies over a shift of the same worker begins at most 24 hours before it, and is told by this index alone.
      CREATE INDEX shifts_of_worker ON workforce.shifts (company_id, worker_id, started_at, shift_id)
        INCLUDE (ended_at, voided_at, local_date, project_id);

      ${tenantTable('workforce.shifts', {
        tenant: 'SELECT, INSERT, UPDATE (ended_at, breaks, meal_ms, rest_ms, voided_at, void_reason)',
      })}
    `);
    await runner.query(
      audited('workforce.shifts', {
        kind: 'shift',
        key: 'shift_id',
        added: `'shift.recorded'`,
        updated: `CASE WHEN before.voided_at IS NULL AND item.voided_at IS NOT NULL THEN 'shift.voided'
                       WHEN before.ended_at IS NULL AND item.ended_at IS NOT NULL THEN 'shift.ended'
                       ELSE 'shift.updated' END`,
        silent: ['meal_ms', 'rest_ms'],
      }),
    );
  }
}
