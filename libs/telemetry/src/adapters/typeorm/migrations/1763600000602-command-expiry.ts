import type { QueryRunner } from 'typeorm';

/** Lets commands expire; those that already wait get another week. */
export class CommandExpiry1763600000602 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE telemetry.commands
        ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '7 days',
        ADD COLUMN expired_at timestamptz;
      ALTER TABLE telemetry.commands ALTER COLUMN expires_at DROP DEFAULT;
      GRANT UPDATE (expired_at) ON telemetry.commands TO furrow_system;

      DROP INDEX telemetry.pending_commands;
      CREATE INDEX pending_commands ON telemetry.commands (company_id, device_id, command_id)
        WHERE delivered_at IS NULL AND expired_at IS NULL;
    `);
  }
}
