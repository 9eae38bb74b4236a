import { DeviceDirectory } from '@furrow/access';
import type { Transaction } from '@furrow/database';

const devices = new DeviceDirectory();

/** Ids of the active devices of a project. */
export async function activeDevices(tx: Transaction, projectId: string): Promise<string[]> {
  const all = await devices.all(tx);
  return all
    .filter((device) => device.projectId === projectId && device.status === 'active')
    .map(({ deviceId }) => deviceId);
}

/** The next devices of some companies, active or not, in order of company and device. */
export async function devicesOf(
  tx: Transaction,
  companyIds: readonly string[],
  after: { readonly companyId: string; readonly deviceId: string } | undefined,
  limit: number,
) {
  const found = await devices.ofCompanies(tx, companyIds, after, limit);
  return found.map(({ status, ...device }) => ({ ...device, isActive: status === 'active' }));
}
