import type { QueryRunner } from 'typeorm';

export class DeviceSites1763600000105 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE access.devices
        ADD COLUMN latitude float8 CHECK (latitude BETWEEN -90 AND 90),
        ADD COLUMN longitude float8 CHECK (longitude BETWEEN -180 AND 180),
        ADD COLUMN altitude float8,
        ADD COLUMN wind_height float8 NOT NULL DEFAULT 2,
        ADD CONSTRAINT devices_site CHECK ((latitude IS NULL) = (longitude IS NULL))`);
  }
}
