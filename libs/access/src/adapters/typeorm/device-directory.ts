import type { Transaction } from '@furrow/database';
import type { DeviceSite, DeviceStatus } from '../../domain/device.ts';
import type { LorawanSettings } from '../../domain/lorawan.ts';

export interface DeviceListItem extends DeviceSite, LorawanSettings {
  readonly deviceId: string;
  readonly projectId: string;
  readonly sectorId: string | null;
  readonly status: DeviceStatus;
  readonly createdAt: Date;
}

const ITEM = `device_id AS "deviceId", project_id AS "projectId", sector_id AS "sectorId", status,
  created_at AS "createdAt", latitude, longitude, altitude, wind_height AS "windHeight", dev_eui AS "devEui", mapping`;

/** A company's devices for other contexts and the operator's tools, read in the caller's transaction. */
export class DeviceDirectory {
  /** By id, without secrets. */
  all(tx: Transaction): Promise<DeviceListItem[]> {
    return tx.query<DeviceListItem>(
      `SELECT ${ITEM} FROM access.devices WHERE company_id = $1 ORDER BY device_id`,
      [tx.companyId],
    );
  }

  /** By the EUI of a LoRaWAN device, in upper case. */
  async byDevEui(tx: Transaction, devEui: string): Promise<DeviceListItem | undefined> {
    const [device] = await tx.query<DeviceListItem>(
      `SELECT ${ITEM} FROM access.devices WHERE company_id = $1 AND dev_eui = $2`,
      [tx.companyId, devEui],
    );
    return device;
  }

  /** The next devices of some companies, in order of company and device, in a system transaction. */
  ofCompanies(
    tx: Transaction,
    companyIds: readonly string[],
    after: { readonly companyId: string; readonly deviceId: string } | undefined,
    limit: number,
  ): Promise<
    {
      readonly companyId: string;
      readonly projectId: string;
      readonly deviceId: string;
      readonly status: DeviceStatus;
    }[]
  > {
    return tx.query(
      `SELECT company_id AS "companyId", project_id AS "projectId", device_id AS "deviceId", status
       FROM access.devices
       WHERE company_id = ANY ($1::uuid[]) AND ($2::uuid IS NULL OR (company_id, device_id) > ($2, $3::text))
       ORDER BY company_id, device_id LIMIT $4`,
      [companyIds, after?.companyId ?? null, after?.deviceId ?? null, limit],
    );
  }
}
