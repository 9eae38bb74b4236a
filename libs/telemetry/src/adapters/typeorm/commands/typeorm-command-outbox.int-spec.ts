import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { Transaction } from '@furrow/database';
import { BackOff } from '@furrow/jobs';
import { until } from '@furrow/testbed';
import { Client } from 'pg';
import type { DeviceContext } from '../../../application/ports.ts';
import { SendCommand } from '../../../application/send-command.ts';
import { NOW } from '../../../testing/builders.ts';
import type { Station } from '../../../testing/field.ts';
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
const wanted = ({ companyId, deviceId }: DeviceContext, names: string[] | null = null) => ({
  ...{ companyId, deviceId, names },
});
const pending = (all = 100) =>
  telemetry.pending.of([wanted(station.device), wanted(station.neighbour)], { each: 100, all });
const idsOf = (commands: readonly { commandId: string }[]) => commands.map(({ commandId }) => commandId);

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
  expect(await telemetry.pending.of([], { each: 100, all: 100 })).toEqual([]);
});

it('a command is returned for its own device only', async () => {
  await send('reboot');
  const { companyId } = await telemetry.newStation();
  const others = [wanted(station.neighbour), wanted({ ...station.device, companyId })];
  expect(await telemetry.pending.of(others, { each: 100, all: 100 })).toEqual([]);
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
  await telemetry.pending.handOut({ limit: 100 }, async (commands) => {
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

it('all commands are handed out page by page, those that are not delivered too', async () => {
  const mine = new Set(idsOf([await send('a'), await send('b'), await send('c')]));
  const seen: string[] = [];
  for (let after: { companyId: string; commandId: string } | undefined; ;) {
    let last: typeof after;
    const count = await telemetry.pending.handOut({ limit: 2, after }, async (commands) => {
      expect(commands.length).toBeLessThanOrEqual(2);
      last = commands.at(-1);
      seen.push(...idsOf(commands));
      return [];
    });
    if (count < 2) break;
    after = last;
  }
  expect(seen.filter((id) => mine.has(id))).toEqual([...mine]);
  expect(new Set(seen).size).toBe(seen.length);
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
