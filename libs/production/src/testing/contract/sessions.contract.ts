import { describe, expect, it } from '@jest/globals';
import type { SessionSearch } from '../../application/ports.ts';
import { type Closure, NO_MOVEMENTS } from '../../domain/index.ts';
import { fresh, OPENED_AT } from '../builders.ts';
import { type ContractFarms, hoursLater, LAPSED, NOWHERE } from './contract-farms.ts';

/** Sessions and their list. */
export function describeSessions(farms: ContractFarms): void {
  const { run, sessionOn, stored, recordIn, add, find, voiding } = farms;

  describe('sessions', () => {
    it('are returned as they were stored and changed', async () => {
      const session = await stored({
        bonus: { type: 'per_unit', value: 0.1, note: 'rain' },
        pricePerUnit: '120.125',
        localId: 'phone-1',
        harvestLotCode: 'L7',
        licensePlate: 'AB-12',
      });
      expect((await find(session.id))?.state).toEqual(session.state);

      session.extend(5, OPENED_AT);
      session.update({ bonus: null, pricePerUnit: '99.5', notes: 'gate', samplingUnit: 'box' }, OPENED_AT);
      session.close('done', hoursLater(2));
      await run(({ sessions }) => sessions.update(session));
      expect((await find(session.id))?.state).toEqual(session.state);
      expect((await run(({ sessions }) => sessions.lockForChange(session.id)))?.state).toEqual(session.state);
    });

    it('keep the local date of a day with two midnights', async () => {
      const session = await stored({
        timezone: 'America/Havana',
        openedAt: new Date('2024-11-03T05:30:00.000Z'),
      });
      const { localDate, day, midnightAt } = (await find(session.id))!.state;
      expect(
        [localDate, day, midnightAt].map((value) => (value instanceof Date ? value.toISOString() : value)),
      ).toEqual(['2024-11-03', '2024-11-03T04:00:00.000Z', '2024-11-04T05:00:00.000Z']);
    });

    it('are not found by malformed ids or for another company', async () => {
      const { id } = await stored();
      expect(await find(id, farms.other)).toBeUndefined();
      for (const sessionId of NOWHERE) expect(await find(sessionId)).toBeUndefined();
      const locked = await run(({ sessions }) => sessions.lockForRecords([id, ...NOWHERE]));
      expect([...locked.keys()]).toEqual([id]);
      expect((await run(({ sessions }) => sessions.lockForRecords([id]), farms.other)).size).toBe(0);
      expect(await run(({ sessions }) => sessions.lockForChange(id), farms.other)).toBeUndefined();
    });

    it('are open once in a place, for any owner, and closed any number of times', async () => {
      const first = await stored();
      const second = sessionOn(farms.own, { owner: farms.own.colleague });
      expect(await run(({ sessions }) => sessions.insert(second))).toBe(false);
      expect((await run(({ sessions }) => sessions.openIn(second.state)))?.id).toBe(first.id);

      await stored({ sectorId: farms.own.sectors[1].sectorId });
      await stored({ openedAt: hoursLater(24), now: hoursLater(24) });
      await stored({ now: LAPSED });
      await stored({}, farms.other);
      first.close(null, OPENED_AT);
      await run(({ sessions }) => sessions.update(first));
      expect(await run(({ sessions }) => sessions.openIn(second.state))).toBeUndefined();
      expect(await run(({ sessions }) => sessions.insert(second))).toBe(true);
    });

    it('have one localId per owner', async () => {
      const localId = fresh('local');
      const first = await stored({ localId });
      const again = sessionOn(farms.own, { localId, sectorId: farms.own.sectors[1].sectorId });
      expect(await run(({ sessions }) => sessions.insert(again))).toBe(false);
      const colleagues = await stored({
        localId,
        sectorId: farms.own.sectors[1].sectorId,
        owner: farms.own.colleague,
      });
      const found = (userId: string) => run(({ sessions }) => sessions.byLocalId(userId, localId));
      expect((await found(farms.own.owner.userId))?.id).toBe(first.id);
      expect((await found(farms.own.colleague.userId))?.id).toBe(colleagues.id);
      expect(await found(farms.other.owner.userId)).toBeUndefined();
    });

    it('that lapsed are closed in one place, at their end and with their reason', async () => {
      const session = await stored();
      const elsewhere = await stored({ sectorId: farms.own.sectors[1].sectorId });
      const closeAt = (now: Date) => run(({ sessions }) => sessions.closeLapsedIn(session.state, now));
      expect(await closeAt(new Date(LAPSED.getTime() - 1))).toEqual([]);
      expect(await closeAt(LAPSED)).toEqual([session.id]);
      expect(await closeAt(LAPSED)).toEqual([]);
      const closure: Closure = { at: hoursLater(12), by: 'system', reason: 'max_duration' };
      expect((await find(session.id))?.state.closure).toEqual(closure);
      expect((await find(elsewhere.id))?.state.closure).toBeNull();
    });
  });

  describe('a list of sessions', () => {
    const ANY = { from: null, to: null, status: null, projectId: null, sectorId: null, ownerUserId: null };
    const list = (search: Partial<SessionSearch> = {}, at = farms.own) =>
      run(({ sessions }) => sessions.page({ ...ANY, page: 1, pageSize: 100, now: OPENED_AT, ...search }), at);
    const listed = async (search: Partial<SessionSearch> = {}) =>
      (await list(search)).items.map(({ session }) => session.id);

    it('has the latest first, page by page, with totals', async () => {
      const days = [0, 24, 48].map(hoursLater);
      const made = [];
      for (const openedAt of days) made.push(await stored({ openedAt, now: openedAt }));
      const colleagues = await stored({
        owner: farms.own.colleague,
        sectorId: farms.own.sectors[1].sectorId,
        openedAt: hoursLater(25),
        now: hoursLater(25),
      });
      await stored({}, farms.other);
      const [first, second, third] = made.map(({ id }) => id);
      const record = recordIn(made[0]!, { units: '0.25' });
      await add(record, recordIn(made[0]!));
      await run(({ records }) => records.void(record, voiding(record)));

      expect(await listed()).toEqual([third, colleagues.id, second, first]);
      expect(await list({ pageSize: 3, page: 2 })).toMatchObject({ total: 4, items: [{}] });
      expect(await list({ pageSize: 2, page: 2 })).toMatchObject({ total: 4, items: [{}, {}] });
      expect(await list({ pageSize: 2, page: 3 })).toEqual({ total: 4, items: [] });
      const { items } = await list();
      expect(items.at(-1)).toEqual({
        session: made[0],
        sums: await run(({ sessions }) => sessions.sums(first!)),
        possibleRepeats: 0,
      });
      expect(items[0]?.sums).toEqual(NO_MOVEMENTS);
    });

    it('is filtered', async () => {
      const [sector, elsewhere] = farms.own.sectors.map(({ sectorId }) => sectorId);
      const first = await stored();
      const second = await stored({ openedAt: hoursLater(24), now: hoursLater(24), sectorId: elsewhere! });
      const third = await stored({
        owner: farms.own.colleague,
        openedAt: hoursLater(48),
        now: hoursLater(48),
      });
      const { localDate } = second.state;
      third.close(null, hoursLater(49));
      await run(({ sessions }) => sessions.update(third));
      const now = hoursLater(50);

      expect(await listed({ from: localDate })).toEqual([third.id, second.id]);
      expect(await listed({ to: localDate })).toEqual([second.id, first.id]);
      expect(await listed({ from: localDate, to: localDate })).toEqual([second.id]);
      expect(await listed({ sectorId: elsewhere!.toUpperCase() })).toEqual([second.id]);
      expect(await listed({ sectorId: sector!, ownerUserId: farms.own.owner.userId })).toEqual([first.id]);
      expect(await listed({ projectId: farms.own.project.projectId })).toHaveLength(3);
      for (const projectId of [farms.other.project.projectId, ...NOWHERE])
        expect(await list({ projectId })).toEqual({ items: [], total: 0 });
      expect(await listed({ status: 'open', now })).toEqual([second.id, first.id]);
      expect(await listed({ status: 'closed', now })).toEqual([third.id]);
      // Lapsed, and not yet swept.
      expect(await listed({ status: 'open', now: LAPSED })).toEqual([second.id]);
      expect(await listed({ status: 'closed', now: LAPSED })).toEqual([third.id, first.id]);
    });
  });
}
