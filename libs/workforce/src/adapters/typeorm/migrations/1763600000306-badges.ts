import { tenantTable } from '@furrow/database';
import { audited, changeLog, changesNoted } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

const TABLE = 'workforce.badge_assignments';
const LOG = 'workforce.badge_changes';

export class Badges1763600000306 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Who had which badge from when on. Of two assignments of a code the later one holds, so that at any instant at most
      -- one worker has a badge, whatever else is stored; an assignment whose place another one took ends as it begins.
      CREATE TABLE ${TABLE} (
        company_id uuid NOT NULL,
        assignment_id uuid NOT NULL,
        code text NOT NULL,
        worker_id uuid NOT NULL,
        from_at timestamptz NOT NULL,
        until_at timestamptz CHECK (until_at >= from_at),
        PRIMARY KEY (company_id, assignment_id),
        FOREIGN KEY (company_id, worker_id) REFERENCES workforce.workers
      );
      CREATE UNIQUE INDEX badge_beginnings ON ${TABLE} (company_id, code, from_at)
        WHERE until_at IS NULL OR until_at > from_at;
      -- Of concurrent assignments exactly one is the last.
      CREATE UNIQUE INDEX badge_last_assignment ON ${TABLE} (company_id, code) WHERE until_at IS NULL;
      CREATE INDEX badges_of_worker ON ${TABLE} (company_id, worker_id, code);
      ${tenantTable(TABLE, { tenant: 'SELECT, INSERT, UPDATE (until_at)' })}
      ${changeLog({ log: LOG, item: 'assignment_id' })}
      ${changesNoted(TABLE, LOG)}
    `);
    await runner.query(
      audited(TABLE, {
        ...{ kind: 'badge', key: 'assignment_id', subject: 'item.code', within: 'item.worker_id' },
        ...{ added: `'badge.assigned'`, updated: `'badge.returned'` },
      }),
    );
  }
}
