import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a file left out comes back when it is listed again; what somebody took away on purpose does not. */
export class PrunedAccess1763600000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE access.users ADD pruned boolean NOT NULL DEFAULT false CHECK (NOT pruned OR status = 'inactive');
      ALTER TABLE access.devices ADD pruned boolean NOT NULL DEFAULT false CHECK (NOT pruned OR status = 'revoked')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE access.users DROP pruned; ALTER TABLE access.devices DROP pruned');
  }
}
