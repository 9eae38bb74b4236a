import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The sweep's index crosses companies. As long as few sessions were open, the planner took it for a company's own
 * `status = 'open'` as well, and went through those of all. That condition does not lead to it any more.
 */
export class SweepIndex1763600000402 implements MigrationInterface {
  name = 'SweepIndex1763600000402';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX production.open_sessions_by_lapse;
      CREATE INDEX open_sessions_by_lapse ON production.sessions (lapses_at) WHERE closed_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX production.open_sessions_by_lapse;
      CREATE INDEX open_sessions_by_lapse ON production.sessions (lapses_at) WHERE status = 'open';
    `);
  }
}
