import { beforeEach, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { NOW } from '../../testing/builders.ts';
import type { Station } from '../../testing/field.ts';
import { InMemoryTelemetry } from '../../testing/in-memory-telemetry.ts';
import { CountDeviceErrors } from './count-device-errors.ts';

const DAY = { from: new Date(NOW.getTime() - 43_200_000), to: new Date(NOW.getTime() + 43_200_000) };

let telemetry: InMemoryTelemetry;
let clock: FixedClock;
let counts: CountDeviceErrors;
let station: Station;
beforeEach(async () => {
  telemetry = new InMemoryTelemetry();
  clock = new FixedClock(NOW);
  counts = new CountDeviceErrors(telemetry.errors, clock);
  station = await telemetry.newStation();
});

const stored = async () =>
  (await telemetry.errors.ofHours(station.companyId, DAY)).map(({ hour, count, lastCode }) => [
    hour.getUTCHours(),
    count,
    lastCode,
  ]);

it('writes what was counted of each hour once', async () => {
  counts.add(station.device, 3, 'conflict');
  counts.add(station.device, 2, 'ts_in_future');
  clock.set(new Date(NOW.getTime() + 3_600_000));
  counts.add(station.device, 1, 'rate_limited');
  expect(await stored()).toEqual([]);
  await counts.write();
  await counts.write();
  expect(counts.isEmpty).toBe(true);
  expect(await stored()).toEqual([
    [12, 5, 'ts_in_future'],
    [13, 1, 'rate_limited'],
  ]);
});

it('keeps what was counted while the database is away', async () => {
  telemetry.errors.isAway = true;
  counts.add(station.device, 3, 'conflict');
  const writing = counts.write();
  clock.set(new Date(NOW.getTime() + 1));
  counts.add(station.device, 1, 'refused');
  await writing;
  expect(counts.isEmpty).toBe(false);
  telemetry.errors.isAway = false;
  await counts.write();
  expect(await stored()).toEqual([[12, 4, 'refused']]);
});

it('gives up the counts of the longest ago beyond ten thousand devices', async () => {
  for (let i = 0; i < 10_001; i++) counts.add({ ...station.device, deviceId: `ws-${i}` }, 1, 'conflict');
  await counts.write();
  const kept = await telemetry.errors.ofHours(station.companyId, DAY);
  expect(kept).toHaveLength(10_000);
  expect(kept.map(({ deviceId }) => deviceId)).not.toContain('ws-0');
});
