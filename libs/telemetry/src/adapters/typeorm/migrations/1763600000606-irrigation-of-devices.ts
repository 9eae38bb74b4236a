import type { QueryRunner } from 'typeorm';

/** Finds a device's latest starts and ends of irrigation, which alerts follow. */
export class IrrigationOfDevices1763600000606 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX irrigation_of_device_by_start ON telemetry.irrigation (company_id, device_id, started_at);
      CREATE INDEX irrigation_of_device_by_end ON telemetry.irrigation (company_id, device_id, ended_at)
        WHERE ended_at IS NOT NULL`);
  }
}
