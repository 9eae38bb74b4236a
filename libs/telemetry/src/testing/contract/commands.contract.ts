import { describe, expect, it } from '@jest/globals';
import { NOW } from '../builders.ts';
import type { Field } from '../field.ts';
import { idsOf, sending, wanted } from '../sent-commands.ts';

/** What the outbox of commands must do, with its tables on one node or on several: some of its statements differ. */
export function describeCommands(field: () => Field): void {
  describe('the outbox of commands', () => {
    const send = sending(() => ({ telemetry: field().ports, station: field().station }));
    const pending = (all = 100) =>
      field().ports.pending.of([wanted(field().device), wanted(field().station.neighbour)], {
        each: 100,
        all,
      });

    it('a command waits, in order, until it is delivered', async () => {
      const [first, second] = [
        await send('reboot', { delay: 5, note: 'a\\b' }),
        await send('open', { valve: 2 }),
      ];
      const found = await pending();
      expect(found.map(({ name, deviceId, companyId }) => [name, deviceId, companyId])).toEqual([
        ['reboot', field().device.deviceId, field().station.companyId],
        ['open', field().device.deviceId, field().station.companyId],
      ]);
      expect(JSON.parse(found[0]!.message)).toEqual({
        ...{ commandId: first.commandId, createdAt: NOW.toISOString(), payload: { delay: 5, note: 'a\\b' } },
      });
      expect(await pending(1)).toHaveLength(1);
      await field().ports.pending.markDelivered([first]);
      await field().ports.pending.markDelivered([first]);
      expect((await pending()).map(({ commandId }) => commandId)).toEqual([second.commandId]);
      expect(await field().ports.pending.of([], { each: 100, all: 100 })).toEqual([]);
    });

    it('a command is returned for its own device only', async () => {
      await send('reboot');
      const { companyId } = await field().ports.newStation();
      const others = [wanted(field().station.neighbour), wanted({ ...field().device, companyId })];
      expect(await field().ports.pending.of(others, { each: 100, all: 100 })).toEqual([]);
    });

    it('a command is dropped when it expires, and counted once', async () => {
      await send('late', {}, field().device.deviceId, 60);
      const kept = await send('in time', {}, field().device.deviceId, 61);
      await expect(pending()).resolves.toMatchObject([{ secondsLeft: 60 }, { secondsLeft: 61 }]);
      field().ports.clock.set(new Date(NOW.getTime() + 60_000));
      const handedOut: string[] = [];
      await field().ports.pending.handOut({ limit: 100 }, async (commands) => {
        handedOut.push(...commands.map(({ commandId }) => commandId));
        return [];
      });
      expect(handedOut).toContain(kept.commandId);
      expect(await pending()).toMatchObject([{ commandId: kept.commandId, secondsLeft: 1 }]);
      const counts = await Promise.all([field().ports.pending.expire(), field().ports.pending.expire()]);
      expect(counts.toSorted()).toEqual([0, 1]);
      expect(await field().ports.pending.expire()).toBe(0);
      expect(await pending()).toHaveLength(1);
      field().ports.clock.set(NOW);
    });

    it('all commands are handed out page by page, those that are not delivered too', async () => {
      const mine = new Set(idsOf([await send('a'), await send('b'), await send('c')]));
      const seen: string[] = [];
      for (let after: { companyId: string; commandId: string } | undefined; ;) {
        let last: typeof after;
        const count = await field().ports.pending.handOut({ limit: 2, after }, async (commands) => {
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
      const closing = await send('close', {}, field().station.neighbour.deviceId);
      const asked = [wanted(field().device, ['open', 'stop']), wanted(field().station.neighbour)];
      expect(idsOf(await field().ports.pending.of(asked, { each: 2, all: 100 }))).toEqual(
        idsOf([...opening, closing]),
      );
    });
  });
}
