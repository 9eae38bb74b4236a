import { DeviceDirectory, type DeviceListItem } from '@furrow/access';
import type { Transaction } from '@furrow/database';

/** A company's devices, read from access. */
export const devicesIn = (tx: Transaction): Promise<DeviceListItem[]> => new DeviceDirectory().all(tx);
