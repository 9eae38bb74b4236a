import type { QueryRunner } from 'typeorm';

/**
 * Indexes for the lists of sessions and of a session's movements. A session has a few thousand movements at most, so
 * their order is not part of the index: it would slow down every insert more than it saves a reader.
 */
export class ReadingBack1763600000404 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Whatever a list may be filtered by is in it, so that counting what a filter meets reads no session.
      CREATE INDEX sessions_listed ON production.sessions (company_id, local_date, opened_at, session_id)
        INCLUDE (owner_user_id, project_id, sector_id, lapses_at, closed_at);
      DROP INDEX production.sessions_by_day;
      CREATE INDEX sessions_of_owner ON production.sessions (company_id, owner_user_id, local_date, opened_at, session_id)
        INCLUDE (project_id, sector_id, lapses_at, closed_at);
      CREATE INDEX records_of_session ON production.records (company_id, session_id);
    `);
  }
}
