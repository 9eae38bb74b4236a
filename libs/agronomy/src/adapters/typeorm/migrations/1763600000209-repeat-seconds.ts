import type { QueryRunner } from 'typeorm';

export class RepeatSeconds1763600000209 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agronomy.projects ADD COLUMN repeat_seconds smallint CHECK (repeat_seconds BETWEEN 0 AND 3600)`);
  }
}
