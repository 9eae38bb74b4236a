import type { Device } from '../../api/types.ts';
import type { ActivityOfDevices } from './device-query.ts';

/** Whether a device has stopped sending, as the API tells it. */
export const isSilent = ({ deviceId }: Device, activity: ActivityOfDevices | undefined): boolean =>
  activity?.byDevice[deviceId]?.silent ?? false;

/** Whether a device should send and has never sent anything, as after its registration. */
export const isNew = ({ status, lastSeenAt }: Device): boolean => status === 'active' && lastSeenAt === null;

/** Those that need attention first: silent ones, those with errors, new ones, then by name; revoked ones last. */
export function byAttention(devices: readonly Device[], activity: ActivityOfDevices | undefined): Device[] {
  const rank = (device: Device): number => {
    if (device.status !== 'active') return device.status === 'inactive' ? 4 : 5;
    if (isSilent(device, activity)) return 0;
    if (activity?.byDevice[device.deviceId]?.lastError) return 1;
    return isNew(device) ? 2 : 3;
  };
  return devices.toSorted((a, b) => rank(a) - rank(b) || a.deviceId.localeCompare(b.deviceId));
}
