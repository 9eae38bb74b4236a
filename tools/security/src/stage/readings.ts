import { topicsOf } from '@furrow/telemetry';
import { connected } from './device.ts';
import type { Farm } from './farm.ts';

/** The hour of the readings, within the ranges that the matrix reads. */
const READ_AT = '2026-01-10T12:00:00Z';

/** Sends one reading of every kind from a farm's first device and waits until all are acknowledged. */
export async function publishReadings(farm: Farm): Promise<void> {
  const { telemetry } = topicsOf(farm.deviceId('one'));
  const device = await connected(farm, 'one');
  const publish = (topic: string, item: object) =>
    device.publishAsync(topic, JSON.stringify(item), { qos: 1 });
  await publish(telemetry.weather, { ts: READ_AT, te: 21.5, hr: 40 });
  await publish(telemetry.plant, { ts: READ_AT, kpi: farm.mark, value: 7 });
  await publish(telemetry.soil, { ts: READ_AT, depth: 20, moisture: 30 });
  await publish(telemetry.irrigation, {
    eventId: farm.mark,
    startedAt: READ_AT,
    endedAt: READ_AT,
    volume: 3,
  });
  await device.endAsync();
}
