import type { QueryRunner } from 'typeorm';

/**
 * An object that a file left out becomes active again when it is listed again; one that somebody deactivated on purpose
 * does not.
 */
export class PrunedAccess1763600000102 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE access.users ADD pruned boolean NOT NULL DEFAULT false CHECK (NOT pruned OR status = 'inactive');
      ALTER TABLE access.devices ADD pruned boolean NOT NULL DEFAULT false CHECK (NOT pruned OR status = 'revoked')`);
  }
}
