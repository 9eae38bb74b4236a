import type { QueryRunner } from 'typeorm';

/** Devices of LoRaWAN, which network servers name by their EUI. Two companies may have the same: one sells it to the other. */
export class LorawanDevices1763600000110 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE access.devices
        ADD COLUMN dev_eui text COLLATE "C" CHECK (dev_eui ~ '^[0-9A-F]{16}$'),
        ADD COLUMN mapping json;
      CREATE UNIQUE INDEX devices_by_dev_eui ON access.devices (company_id, dev_eui)`);
  }
}
