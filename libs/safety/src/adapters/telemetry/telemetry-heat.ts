import type { Transaction } from '@furrow/database';
import { ReadingDirectory } from '@furrow/telemetry';
import type { HeatDirectory } from '../../application/ports.ts';
import { type HeatNow, type HeatReading, READING_COUNTS_MS } from '../../domain/index.ts';

/** Heat measured by the stations of telemetry. */
export class TelemetryHeat implements HeatDirectory {
  constructor(private readonly tx: Transaction) {}

  async latest(projectIds: readonly string[], now: Date): Promise<ReadonlyMap<string, HeatNow>> {
    const span = { from: new Date(now.getTime() - READING_COUNTS_MS), to: now };
    const stations = await new ReadingDirectory().latestAir(this.tx, projectIds, span);
    const latest = new Map<string, HeatNow>();
    for (const own of Map.groupBy(
      stations,
      ({ deviceId, projectId }) => `${projectId} ${deviceId}`,
    ).values()) {
      const { projectId, deviceId } = own[0] as (typeof own)[0];
      const before = latest.get(projectId);
      const last = own.at(-1);
      const humid = own.findLast(({ heatIndex }) => heatIndex !== null);
      const te = last && { deviceId, at: last.at.getTime(), value: last.te };
      const index = humid && { deviceId, at: humid.at.getTime(), value: humid.heatIndex ?? 0 };
      latest.set(projectId, {
        te: hotter(before?.te, te),
        'heat-index': hotter(before?.['heat-index'], index),
      });
    }
    return latest;
  }
}

/** Caution: of several stations, the hottest one counts. */
function hotter(a: HeatReading | undefined, b: HeatReading | undefined): HeatReading | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.value > a.value ? b : a;
}
