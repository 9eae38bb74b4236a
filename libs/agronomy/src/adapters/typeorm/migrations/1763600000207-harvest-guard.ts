import type { QueryRunner } from 'typeorm';

export class HarvestGuard1763600000207 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agronomy.projects ADD COLUMN harvest_guard text NOT NULL DEFAULT 'warn'
        CHECK (harvest_guard IN ('warn', 'block', 'off'))`);
  }
}
