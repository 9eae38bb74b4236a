import type { QueryRunner } from 'typeorm';

export class Override1763600000405 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Why a session was opened in a sector that was not clear; its owner is who says so.
      ALTER TABLE production.sessions ADD COLUMN override_reason text`);
  }
}
