import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What few stations measure. Partitions of both ages get the columns with their parent, without being rewritten. */
export class RainRadiationAndWetness1763600000605 implements MigrationInterface {
  name = 'RainRadiationAndWetness1763600000605';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE telemetry.weather
        ADD COLUMN rain float8,
        ADD COLUMN rad float8,
        ADD COLUMN par float8,
        ADD COLUMN wet float8`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE telemetry.weather DROP COLUMN rain, DROP COLUMN rad, DROP COLUMN par, DROP COLUMN wet`);
  }
}
