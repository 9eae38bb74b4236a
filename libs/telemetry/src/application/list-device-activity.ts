import type { Clock } from '@furrow/kernel';
import type { DeviceActivityQuery } from './ports.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** How many readings each hour of the last day brought, device by device. */
export interface DeviceActivity {
  /** When the first hour begins; the last is under way. */
  readonly from: Date;
  /** By deviceId; who never sent anything is not listed. `readings` has an entry an hour, the oldest first. */
  readonly devices: readonly { readonly deviceId: string; readonly readings: readonly number[] }[];
}

export class ListDeviceActivity {
  constructor(
    private readonly activity: DeviceActivityQuery,
    private readonly clock: Clock,
  ) {}

  /** By whole hours of UTC, and by the readings' own instants. */
  async execute(companyId: string): Promise<DeviceActivity> {
    const thisHour = Math.floor(this.clock.now().getTime() / HOUR_MS) * HOUR_MS;
    const from = thisHour - (HOURS - 1) * HOUR_MS;
    const span = { from: new Date(from), to: new Date(thisHour + HOUR_MS) };
    const counts = await this.activity.readingsByHour(companyId, span);
    const devices = new Map<string, number[]>();
    for (const { deviceId, hour, count } of counts) {
      const readings = devices.get(deviceId) ?? Array.from({ length: HOURS }, () => 0);
      devices.set(deviceId, readings);
      if (hour !== null) readings[hour] = count;
    }
    return {
      from: span.from,
      devices: [...devices].map(([deviceId, readings]) => ({ deviceId, readings })),
    };
  }
}
