import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NOW } from '../builders.ts';
import type { Station } from '../field.ts';
import { idsOf, sending, wanted } from '../sent-commands.ts';
import type { TelemetryOnPostgres } from '../telemetry-on-postgres.ts';

type Commands = Pick<TelemetryOnPostgres, 'outbox' | 'pending' | 'clock' | 'newStation' | 'close'>;

/** What the outbox of commands must do, with its tables on one node or on several: some of its statements differ. */
export function describeCommands(name: string, open: () => Promise<Commands>): void {
  describe(`the outbox of commands on ${name}`, () => {
    let telemetry: Commands;
    let station: Station;

    beforeAll(async () => {
      telemetry = await open();
    });
    afterAll(() => telemetry.close());
    beforeEach(async () => {
      station = await telemetry.newStation();
    });

    const send = sending(() => ({ telemetry, station }));
    const pending = (all = 100) =>
      telemetry.pending.of([wanted(station.device), wanted(station.neighbour)], { each: 100, all });

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

    it('each device gets the commands that it has subscribed to, its oldest first', async () => {
      for (let i = 0; i < 5; i++) await send('close');
      const opening = [await send('open'), await send('open')];
      const closing = await send('close', {}, station.neighbour.deviceId);
      const asked = [wanted(station.device, ['open', 'stop']), wanted(station.neighbour)];
      expect(idsOf(await telemetry.pending.of(asked, { each: 2, all: 100 }))).toEqual(
        idsOf([...opening, closing]),
      );
    });
  });
}
