import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { until } from '@furrow/platform/testing';
import { SendCommand } from '../../application/send-command.ts';
import { NOW } from '../../testing/builders.ts';
import type { Station } from '../../testing/field.ts';
import { type TelemetryOnPostgres, telemetryOnPostgres } from '../../testing/telemetry-on-postgres.ts';

let telemetry: TelemetryOnPostgres;
let station: Station;

beforeAll(async () => {
  telemetry = await telemetryOnPostgres();
});
afterAll(() => telemetry.close());
beforeEach(async () => {
  station = await telemetry.newStation();
});

const send = (
  name: string,
  payload: unknown = {},
  deviceId = station.device.deviceId,
  expiresInSeconds?: number,
) => {
  const { companyId, userId } = station;
  return new SendCommand(telemetry.outbox, telemetry.clock).execute({
    ...{ companyId, deviceId, name, payload, userId, expiresInSeconds },
  });
};
const pending = (limit = 100) => telemetry.pending.of([station.device, station.neighbour], limit);

it('a command waits, in order, until it is delivered', async () => {
  const [first, second] = [
    await send('reboot', { delay: 5, note: 'a\\b' }),
    await send('open', { valve: 2 }),
  ];
  const found = await pending();
  expect(found.map(({ name, deviceId, companyId }) => [name, deviceId, companyId])).toEqual([
    ['reboot', station.device.deviceId, station.companyId],
    ['open', station.device.deviceId, station.companyId],
  ]);
  expect(JSON.parse(found[0]!.message)).toEqual({
    ...{ commandId: first.commandId, createdAt: NOW.toISOString(), payload: { delay: 5, note: 'a\\b' } },
  });
  expect(await pending(1)).toHaveLength(1);
  await telemetry.pending.markDelivered([first]);
  await telemetry.pending.markDelivered([first]);
  expect((await pending()).map(({ commandId }) => commandId)).toEqual([second.commandId]);
  expect(await telemetry.pending.of([], 100)).toEqual([]);
});

it('a command is returned for its own device only', async () => {
  await send('reboot');
  const { companyId } = await telemetry.newStation();
  expect(await telemetry.pending.of([station.neighbour, { ...station.device, companyId }], 100)).toEqual([]);
});

it('a command is refused for a device of another company', async () => {
  const { device } = await telemetry.newStation();
  for (const deviceId of [device.deviceId, 'nobody', ''])
    await expect(send('reboot', {}, deviceId)).rejects.toMatchObject({ code: 'device_not_found' });
  await expect(
    new SendCommand(telemetry.outbox, telemetry.clock).execute({
      ...{
        companyId: station.companyId,
        deviceId: station.device.deviceId,
        name: 'x',
        payload: {},
        userId: newId(),
      },
    }),
  ).rejects.toThrow('foreign key');
});

it('a command is dropped when it expires, and counted once', async () => {
  await send('late', {}, station.device.deviceId, 60);
  const kept = await send('in time', {}, station.device.deviceId, 61);
  await expect(pending()).resolves.toMatchObject([{ secondsLeft: 60 }, { secondsLeft: 61 }]);
  telemetry.clock.set(new Date(NOW.getTime() + 60_000));
  const handedOut: string[] = [];
  await telemetry.pending.handOut(100, async (commands) => {
    handedOut.push(...commands.map(({ commandId }) => commandId));
    return [];
  });
  expect(handedOut).toContain(kept.commandId);
  expect(await pending()).toMatchObject([{ commandId: kept.commandId, secondsLeft: 1 }]);
  const counts = await Promise.all([telemetry.pending.expire(), telemetry.pending.expire()]);
  expect(counts.toSorted()).toEqual([0, 1]);
  expect(await telemetry.pending.expire()).toBe(0);
  expect(await pending()).toHaveLength(1);
  telemetry.clock.set(NOW);
});

it('a command is announced at once, for its device', async () => {
  const heard: string[] = [];
  const watch = await telemetry.pending.watch((deviceId) => heard.push(deviceId));
  try {
    await send('reboot');
    await until('it is heard', () => heard.length > 1);
    expect(heard).toEqual(['', station.device.deviceId]);
  } finally {
    await watch.stop();
  }
});
