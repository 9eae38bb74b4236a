import type { Transaction } from '@furrow/platform';
import type { DeviceSite, DeviceStatus } from '../../domain/device.ts';

export interface DeviceListItem extends DeviceSite {
  readonly deviceId: string;
  readonly projectId: string;
  readonly sectorId: string | null;
  readonly status: DeviceStatus;
  readonly createdAt: Date;
}

/** A company's devices for other contexts and the operator's tools, read in the caller's transaction. */
export class DeviceDirectory {
  /** By id, without secrets. */
  all(tx: Transaction): Promise<DeviceListItem[]> {
    return tx.query<DeviceListItem>(
      `SELECT device_id AS "deviceId", project_id AS "projectId", sector_id AS "sectorId", status,
            created_at AS "createdAt", latitude, longitude, altitude, wind_height AS "windHeight"
       FROM access.devices WHERE company_id = $1 ORDER BY device_id`,
      [tx.companyId],
    );
  }

  /** Active devices of projects of any companies, in a system transaction. */
  activeIn(
    tx: Transaction,
    projectIds: readonly string[],
  ): Promise<{ readonly companyId: string; readonly projectId: string; readonly deviceId: string }[]> {
    return tx.query(
      `SELECT company_id AS "companyId", project_id AS "projectId", device_id AS "deviceId"
       FROM access.devices WHERE project_id = ANY ($1::uuid[]) AND status = 'active'`,
      [projectIds],
    );
  }
}
