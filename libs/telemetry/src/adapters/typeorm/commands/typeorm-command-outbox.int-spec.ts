import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { Transaction } from '@furrow/database';
import { BackOff } from '@furrow/jobs';
import { until } from '@furrow/testbed';
import { Client } from 'pg';
import { SendCommand } from '../../../application/send-command.ts';
import { NOW } from '../../../testing/builders.ts';
import type { Station } from '../../../testing/field.ts';
import { idsOf, sending, wanted } from '../../../testing/sent-commands.ts';
import { type TelemetryOnPostgres, telemetryOnPostgres } from '../../../testing/telemetry-on-postgres.ts';
import { TypeormPendingCommands } from './typeorm-pending-commands.ts';

let telemetry: TelemetryOnPostgres;
let station: Station;

beforeAll(async () => {
  telemetry = await telemetryOnPostgres();
});
afterAll(() => telemetry.close());
beforeEach(async () => {
  station = await telemetry.newStation();
});

const send = sending(() => ({ telemetry, station }));

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

it('a device is given its first few commands of those that it has subscribed to, whatever waits before', async () => {
  for (let i = 0; i < 5; i++) await send('close');
  const opening = [await send('open'), await send('open'), await send('open')];
  const closing = await send('close', {}, station.neighbour.deviceId);
  const found = await telemetry.pending.of(
    [wanted(station.device, ['open', 'stop']), wanted(station.neighbour)],
    {
      each: 2,
      all: 100,
    },
  );
  expect(idsOf(found)).toEqual(idsOf([...opening.slice(0, 2), closing]));
  expect(await telemetry.pending.of([wanted(station.device, [])], { each: 2, all: 100 })).toEqual([]);
});

it('expired commands are dropped in slices, but the one that PostgreSQL fails with, which is told once', async () => {
  const other = await telemetry.newStation();
  const reports: string[] = [];
  let milliseconds = 0;
  const outbox = new TypeormPendingCommands(telemetry.database, telemetry.clock, {
    report: (message) => reports.push(message),
    expiredAtOnce: 2,
    backOff: new BackOff(() => milliseconds),
  });
  await outbox.expire();
  const poison = await send('poison', {}, station.device.deviceId, 60);
  const good = [
    await send('a', {}, station.device.deviceId, 60),
    await send('b', {}, station.device.deviceId, 60),
  ];
  station = other;
  for (const name of ['c', 'd']) good.push(await send(name, {}, other.device.deviceId, 60));
  const owner = new Client({ connectionString: telemetry.ownerUrl });
  await owner.connect();
  const changed = jest.spyOn(Transaction.prototype, 'query');
  try {
    await owner.query(`
      CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.command_id = '${poison.commandId}' THEN RAISE EXCEPTION 'poison'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER poison BEFORE UPDATE ON telemetry.commands FOR EACH ROW EXECUTE FUNCTION poison()`);
    telemetry.clock.set(new Date(NOW.getTime() + 60_000));
    expect(await outbox.expire()).toBe(good.length);
    const sizes = changed.mock.calls.flatMap(([, parameters = []]) =>
      parameters.filter(Array.isArray).map((ids: unknown[]) => ids.length),
    );
    expect(Math.max(...sizes)).toBe(2);
    milliseconds += 60_000;
    expect(await outbox.expire()).toBe(0);
    expect(reports).toEqual([expect.stringContaining(`Command ${poison.commandId}`)]);
  } finally {
    changed.mockRestore();
    await owner.query('DROP FUNCTION IF EXISTS poison CASCADE');
    await owner.end();
  }
  milliseconds += 60_000;
  expect(await outbox.expire()).toBe(1);
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
