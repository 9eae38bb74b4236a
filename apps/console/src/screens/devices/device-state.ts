import type { Device } from '../../api/types.ts';
import type { ActivityOfDevices } from './device-query.ts';

const HOUR_MS = 3_600_000;
/** Readings missing in a row. */
const MISSED = 3;

/**
 * Whether a device that measures at regular intervals has stopped: it has sent nothing for an hour, and for three times
 * its usual interval. Of valves, which report only what they irrigate, silence says nothing.
 */
export function isSilent(
  { deviceId, status, lastSeenAt }: Device,
  activity: ActivityOfDevices | undefined,
  now: number,
): boolean {
  const interval = activity?.byDevice[deviceId]?.usualInterval ?? null;
  if (status !== 'active' || lastSeenAt === null || interval === null) return false;
  return now - Date.parse(lastSeenAt) > Math.max(HOUR_MS, MISSED * interval * 1_000);
}

/** Whether a device should send and has never sent anything, as after its registration. */
export const isNew = ({ status, lastSeenAt }: Device): boolean => status === 'active' && lastSeenAt === null;

/** Those that need attention first: silent ones, those with errors, new ones, then by name; revoked ones last. */
export function byAttention(
  devices: readonly Device[],
  activity: ActivityOfDevices | undefined,
  now: number,
): Device[] {
  const rank = (device: Device): number => {
    if (device.status !== 'active') return device.status === 'inactive' ? 4 : 5;
    if (isSilent(device, activity, now)) return 0;
    if (activity?.byDevice[device.deviceId]?.lastError) return 1;
    return isNew(device) ? 2 : 3;
  };
  return devices.toSorted((a, b) => rank(a) - rank(b) || a.deviceId.localeCompare(b.deviceId));
}
