import type { QueryRunner } from 'typeorm';

/**
 * The sweep's index covers all companies. While few sessions were open, the planner also chose it for a single
 * company's `status = 'open'` and read the open sessions of all companies. The new condition keeps that query from
 * matching the index.
 */
export class SweepIndex1763600000402 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX production.open_sessions_by_lapse;
      CREATE INDEX open_sessions_by_lapse ON production.sessions (lapses_at) WHERE closed_at IS NULL;
    `);
  }
}
