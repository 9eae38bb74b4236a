import type { QueryRunner } from 'typeorm';

/** Rows without them do not grow: the null bitmap of fifteen columns takes as many bytes as that of twelve. */
export class PressureGustAndDirection1763600000608 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE telemetry.whole_weather
        ADD COLUMN pressure float8, ADD COLUMN gust float8, ADD COLUMN dir float8`);
  }
}
