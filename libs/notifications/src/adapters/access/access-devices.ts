import { DeviceDirectory } from '@furrow/access';
import type { Transaction } from '@furrow/platform';

const devices = new DeviceDirectory();

/** Ids of the active devices of a project. */
export async function activeDevices(tx: Transaction, projectId: string): Promise<string[]> {
  const all = await devices.all(tx);
  return all
    .filter((device) => device.projectId === projectId && device.status === 'active')
    .map(({ deviceId }) => deviceId);
}

/** Active devices of projects of any companies. */
export const activeDevicesIn = (tx: Transaction, projectIds: readonly string[]) =>
  devices.activeIn(tx, projectIds);
