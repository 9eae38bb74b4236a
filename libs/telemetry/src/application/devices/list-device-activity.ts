import type { Clock } from '@furrow/kernel';
import { isSilent } from '../../domain/index.ts';
import type { DeviceActivityQuery, DeviceErrorStore, DeviceQuery } from '../ports.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** How many readings each hour of the last day brought, and how many items were rejected, device by device. */
export interface DeviceActivity {
  /** When the first hour begins; the last is under way. */
  readonly from: Date;
  /** By deviceId; who never sent anything is not listed. */
  readonly devices: readonly ActiveDevice[];
}

export interface ActiveDevice {
  readonly deviceId: string;
  /** An entry an hour, the oldest first, as in `errors`. */
  readonly readings: readonly number[];
  readonly errors: readonly number[];
  /** Median seconds between its latest readings; null with fewer than two, and if it only irrigates. */
  readonly usualInterval: number | null;
  /** Whether it has stopped, as far as that can be said. */
  readonly silent: boolean;
  /** The last of these errors, as reported on the device's errors topic. */
  readonly lastError: { readonly code: string; readonly at: Date } | null;
}

export class ListDeviceActivity {
  constructor(
    private readonly devices: DeviceQuery,
    private readonly activity: DeviceActivityQuery,
    private readonly errors: DeviceErrorStore,
    private readonly clock: Clock,
  ) {}

  /** By whole hours of UTC: readings by their own instants, errors by when they were rejected. */
  async execute(companyId: string): Promise<DeviceActivity> {
    const now = this.clock.now();
    const thisHour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
    const from = thisHour - (HOURS - 1) * HOUR_MS;
    const span = { from: new Date(from), to: new Date(thisHour + HOUR_MS) };
    const [known, counts, rejected, intervals] = await Promise.all([
      this.devices.all(companyId),
      this.activity.readingsByHour(companyId, span),
      this.errors.ofHours(companyId, span),
      this.activity.usualIntervals(companyId),
    ]);
    const readings = Map.groupBy(counts, idOf);
    const usual = new Map(intervals.map(({ deviceId, seconds }) => [deviceId, seconds]));
    const silent = new Set(
      known.filter((device) => isSilent(device, usual.get(device.deviceId) ?? null, now)).map(idOf),
    );
    const errors = Map.groupBy(rejected, idOf);
    const devices = [...new Set([...readings.keys(), ...errors.keys()])].toSorted((a, b) => (a < b ? -1 : 1));
    return {
      from: span.from,
      devices: devices.map((deviceId): ActiveDevice => {
        const ofErrors = errors.get(deviceId) ?? [];
        const last = ofErrors.at(-1);
        return {
          deviceId,
          readings: byHour(readings.get(deviceId) ?? []),
          errors: byHour(
            ofErrors.map(({ hour, count }) => ({ hour: (hour.getTime() - from) / HOUR_MS, count })),
          ),
          usualInterval: usual.get(deviceId) ?? null,
          silent: silent.has(deviceId),
          lastError: last ? { code: last.lastCode, at: last.lastAt } : null,
        };
      }),
    };
  }
}

const idOf = ({ deviceId }: { readonly deviceId: string }) => deviceId;

function byHour(counts: readonly { readonly hour: number | null; readonly count: number }[]): number[] {
  const hours = Array.from({ length: HOURS }, () => 0);
  for (const { hour, count } of counts) if (hour !== null) hours[hour] = count;
  return hours;
}
