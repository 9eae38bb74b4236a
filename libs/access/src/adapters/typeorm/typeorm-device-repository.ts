import type { Transaction } from '@furrow/database';
import type { DeviceRepository } from '../../application/ports.ts';
import type { Device } from '../../domain/device.ts';
import { DeviceIdTaken } from '../../domain/errors.ts';
import { deviceFrom, deviceRow } from './mapper.ts';
import { DeviceRow } from './rows.ts';

export class TypeormDeviceRepository implements DeviceRepository {
  constructor(private readonly tx: Transaction) {}

  async all(): Promise<Device[]> {
    const rows = await this.tx.manager.find(DeviceRow, { where: { companyId: this.tx.companyId } });
    return rows.map(deviceFrom);
  }

  async byId(deviceId: string): Promise<Device | undefined> {
    const row = await this.tx.manager.findOne(DeviceRow, {
      where: { companyId: this.tx.companyId, deviceId },
      lock: { mode: 'pessimistic_write' },
    });
    return row === null ? undefined : deviceFrom(row);
  }

  async add(devices: readonly Device[]): Promise<void> {
    if (devices.length === 0) return;
    const rows = devices.map((device) => deviceRow(this.tx.companyId, device));
    // The deviceId may belong to another company, whose row the policies hide; the unique constraint then yields no
    // row.
    const added = await this.tx.query<{ device_id: string }>(
      `INSERT INTO access.devices (company_id, device_id, project_id, sector_id, secret_hash, status,
                                   latitude, longitude, altitude, wind_height, dev_eui, mapping)
       SELECT $1, * FROM unnest($2::text[], $3::uuid[], $4::uuid[], $5::bytea[], $6::text[],
                                $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::text[], $12::json[])
       ON CONFLICT (device_id) DO NOTHING RETURNING device_id`,
      [
        this.tx.companyId,
        rows.map((row) => row.deviceId),
        rows.map((row) => row.projectId),
        rows.map((row) => row.sectorId),
        rows.map((row) => row.secretHash),
        rows.map((row) => row.status),
        rows.map((row) => row.latitude),
        rows.map((row) => row.longitude),
        rows.map((row) => row.altitude),
        rows.map((row) => row.windHeight),
        rows.map((row) => row.devEui),
        rows.map((row) => row.mapping && JSON.stringify(row.mapping)),
      ],
    );
    const done = new Set(added.map((row) => row.device_id));
    const taken = devices.map(({ deviceId }) => deviceId).filter((deviceId) => !done.has(deviceId));
    if (taken.length > 0) throw new DeviceIdTaken(taken);
  }

  async update(device: Device): Promise<void> {
    const { companyId, deviceId, ...columns } = deviceRow(this.tx.companyId, device);
    await this.tx.manager.update(DeviceRow, { companyId, deviceId }, columns);
  }
}
