import type { QueryRunner } from 'typeorm';

/** A default for older versions of the service, which set no expiry. */
export class CommandExpiryDefault1763600000603 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE telemetry.commands ALTER COLUMN expires_at SET DEFAULT now() + interval '7 days'`,
    );
  }
}
