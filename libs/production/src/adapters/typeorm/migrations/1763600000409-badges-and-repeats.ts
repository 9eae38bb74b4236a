import type { QueryRunner } from 'typeorm';

export class BadgesAndRepeats1763600000409 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE production.sessions ADD COLUMN repeat_seconds smallint CHECK (repeat_seconds BETWEEN 0 AND 3600);
      -- The badge by which it was sent, in place of a worker; and how the phone read whom it is of: method and badge.
      ALTER TABLE production.records ADD COLUMN badge text, ADD COLUMN capture jsonb;
    `);
  }
}
