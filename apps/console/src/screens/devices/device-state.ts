import type { Device } from '../../api/types.ts';
import type { ActivityOfDevices } from './device-query.ts';

/** Stations report every ten minutes, so one that has been silent for an hour needs attention. */
const SILENT_AFTER_MS = 3_600_000;

/** Whether a device should send and has sent nothing for long. */
export const isSilent = ({ status, lastSeenAt }: Device, now: number): boolean =>
  status === 'active' && (lastSeenAt === null || now - Date.parse(lastSeenAt) > SILENT_AFTER_MS);

/** Those that need attention first: silent ones, then those with errors, then by name; revoked ones last. */
export function byAttention(
  devices: readonly Device[],
  activity: ActivityOfDevices | undefined,
  now: number,
): Device[] {
  const rank = (device: Device): number => {
    if (device.status !== 'active') return device.status === 'inactive' ? 3 : 4;
    if (isSilent(device, now)) return 0;
    return activity?.byDevice[device.deviceId]?.lastError ? 1 : 2;
  };
  return devices.toSorted((a, b) => rank(a) - rank(b) || a.deviceId.localeCompare(b.deviceId));
}
