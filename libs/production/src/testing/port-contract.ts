import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import type {
  ProductionRepositories,
  ProductionTransactions,
  SessionSearch,
  SessionMaintenance,
} from '../application/ports.ts';
import {
  type Closure,
  newRecordId,
  NO_MOVEMENTS,
  ProductionRecord,
  ProductionSession,
} from '../domain/index.ts';
import { aDraft, aSession, fresh, OPENED_AT } from './builders.ts';
import type { Farm } from './farm.ts';

/** All ports of production, as one implementation provides them. */
export interface ProductionPorts {
  readonly transactions: ProductionTransactions;
  readonly maintenance: SessionMaintenance;
  /** A new company with its projects, sectors, workers and qualities. */
  newFarm(): Promise<Farm>;
  /** How many movements the session's quality snapshot includes; 0 without a snapshot. */
  movementsSeen(companyId: string, sessionId: string): Promise<number>;
  close(): Promise<void>;
}

const HOUR = 3_600_000;
const hoursLater = (hours: number) => new Date(OPENED_AT.getTime() + hours * HOUR);
const LAPSED = hoursLater(12 + 48); // 12 hours of work and 48 of grace
const NOWHERE = ['no id at all', newId()];

/** What every implementation of the ports must do, including the fakes. */
export function productionStoresContract(name: string, open: () => Promise<ProductionPorts>): void {
  describe(`the ports of production on ${name}`, () => {
    let ports: ProductionPorts;
    let farm: Farm;
    let other: Farm;

    beforeAll(async () => {
      ports = await open();
    });
    afterAll(() => ports.close());
    beforeEach(async () => {
      [farm, other] = [await ports.newFarm(), await ports.newFarm()];
    });

    const run = <T>(work: (repositories: ProductionRepositories) => Promise<T>, at = farm) =>
      ports.transactions.run(at.companyId, work);

    function sessionOn(at: Farm, overrides: Parameters<typeof aSession>[0] = {}): ProductionSession {
      const { companyId, owner, project, sectors } = at;
      return aSession({
        companyId,
        owner,
        projectId: project.projectId,
        sectorId: sectors[0].sectorId,
        ...overrides,
      });
    }

    async function stored(
      overrides: Parameters<typeof aSession>[0] = {},
      at = farm,
    ): Promise<ProductionSession> {
      const session = sessionOn(at, overrides);
      expect(await run(({ sessions }) => sessions.insert(session), at)).toBe(true);
      return session;
    }

    function recordIn(
      session: ProductionSession,
      overrides: Parameters<typeof aDraft>[0] = {},
    ): ProductionRecord {
      const [worker] = farm.workers;
      const quality = farm.qualities.find(({ id }) => id === overrides.qualityId)?.name ?? null;
      return ProductionRecord.add(
        aDraft({ sessionId: session.id, workerId: worker.id, ...overrides }),
        { worker: worker.name, quality },
        { recordId: newRecordId(), by: session.owner.userId, at: OPENED_AT },
      );
    }

    const add = (...records: ProductionRecord[]) => run((repositories) => repositories.records.add(records));
    const find = (sessionId: string, at = farm) => run(({ sessions }) => sessions.find(sessionId), at);
    const idsOf = (records: readonly ProductionRecord[]) => records.map(({ state }) => state.recordId).sort();
    const voiding = (record: ProductionRecord, reason: string | null = null) =>
      record.void(reason, { recordId: newRecordId(), by: farm.owner.userId, at: hoursLater(1) });

    describe('a transaction', () => {
      it('leaves nothing behind when it fails, and reports why', async () => {
        const session = sessionOn(farm);
        const failing = run(async (repositories) => {
          await repositories.sessions.insert(session);
          await repositories.records.add([recordIn(session)]);
          throw new Error('no more power');
        });
        await expect(failing).rejects.toThrow('no more power');
        expect(await find(session.id)).toBeUndefined();
        expect(await run(({ sessions }) => sessions.sums(session.id))).toEqual(NO_MOVEMENTS);
      });

      it('sees its own writes and the data of other contexts', async () => {
        const { project, sectors, workers, qualities } = farm;
        const seen = await run(async (repositories) => ({
          project: await repositories.projects.project(project.projectId),
          sector: await repositories.projects.sector(sectors[1].sectorId),
          workers: await repositories.workers.names([workers[0].id, other.workers[0].id, ...NOWHERE]),
          qualities: await repositories.qualities.names([qualities[1].id, other.qualities[1].id, ...NOWHERE]),
        }));
        expect(seen.project).toEqual(project);
        expect(seen.sector).toMatchObject(sectors[1]);
        expect([...seen.workers]).toEqual([[workers[0].id, workers[0].name]]);
        expect([...seen.qualities]).toEqual([[qualities[1].id, qualities[1].name]]);
      });

      it('finds neither data of other companies nor malformed ids', async () => {
        for (const id of [other.project.projectId, other.sectors[0].sectorId, ...NOWHERE])
          await run(async ({ projects }) => {
            expect(await projects.project(id)).toBeUndefined();
            expect(await projects.sector(id)).toBeUndefined();
          });
      });
    });

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
        expect((await run(({ sessions }) => sessions.lockForChange(session.id)))?.state).toEqual(
          session.state,
        );
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
        expect(await find(id, other)).toBeUndefined();
        for (const sessionId of NOWHERE) expect(await find(sessionId)).toBeUndefined();
        const locked = await run(({ sessions }) => sessions.lockForRecords([id, ...NOWHERE]));
        expect([...locked.keys()]).toEqual([id]);
        expect((await run(({ sessions }) => sessions.lockForRecords([id]), other)).size).toBe(0);
        expect(await run(({ sessions }) => sessions.lockForChange(id), other)).toBeUndefined();
      });

      it('are open once in a place, for any owner, and closed any number of times', async () => {
        const first = await stored();
        const second = sessionOn(farm, { owner: farm.colleague });
        expect(await run(({ sessions }) => sessions.insert(second))).toBe(false);
        expect((await run(({ sessions }) => sessions.openIn(second.state)))?.id).toBe(first.id);

        await stored({ sectorId: farm.sectors[1].sectorId });
        await stored({ openedAt: hoursLater(24), now: hoursLater(24) });
        await stored({ now: LAPSED });
        await stored({}, other);
        first.close(null, OPENED_AT);
        await run(({ sessions }) => sessions.update(first));
        expect(await run(({ sessions }) => sessions.openIn(second.state))).toBeUndefined();
        expect(await run(({ sessions }) => sessions.insert(second))).toBe(true);
      });

      it('have one localId per owner', async () => {
        const localId = fresh('local');
        const first = await stored({ localId });
        const again = sessionOn(farm, { localId, sectorId: farm.sectors[1].sectorId });
        expect(await run(({ sessions }) => sessions.insert(again))).toBe(false);
        const colleagues = await stored({
          localId,
          sectorId: farm.sectors[1].sectorId,
          owner: farm.colleague,
        });
        const found = (userId: string) => run(({ sessions }) => sessions.byLocalId(userId, localId));
        expect((await found(farm.owner.userId))?.id).toBe(first.id);
        expect((await found(farm.colleague.userId))?.id).toBe(colleagues.id);
        expect(await found(other.owner.userId)).toBeUndefined();
      });

      it('that lapsed are closed in one place, at their end and with their reason', async () => {
        const session = await stored();
        const elsewhere = await stored({ sectorId: farm.sectors[1].sectorId });
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
      const list = (search: Partial<SessionSearch> = {}, at = farm) =>
        run(
          ({ sessions }) => sessions.page({ ...ANY, page: 1, pageSize: 100, now: OPENED_AT, ...search }),
          at,
        );
      const listed = async (search: Partial<SessionSearch> = {}) =>
        (await list(search)).items.map(({ session }) => session.id);

      it('has the latest first, page by page, with totals', async () => {
        const days = [0, 24, 48].map(hoursLater);
        const made = [];
        for (const openedAt of days) made.push(await stored({ openedAt, now: openedAt }));
        const colleagues = await stored({
          owner: farm.colleague,
          sectorId: farm.sectors[1].sectorId,
          openedAt: hoursLater(25),
          now: hoursLater(25),
        });
        await stored({}, other);
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
        });
        expect(items[0]?.sums).toEqual(NO_MOVEMENTS);
      });

      it('is filtered', async () => {
        const [sector, elsewhere] = farm.sectors.map(({ sectorId }) => sectorId);
        const first = await stored();
        const second = await stored({ openedAt: hoursLater(24), now: hoursLater(24), sectorId: elsewhere! });
        const third = await stored({ owner: farm.colleague, openedAt: hoursLater(48), now: hoursLater(48) });
        const { localDate } = second.state;
        third.close(null, hoursLater(49));
        await run(({ sessions }) => sessions.update(third));
        const now = hoursLater(50);

        expect(await listed({ from: localDate })).toEqual([third.id, second.id]);
        expect(await listed({ to: localDate })).toEqual([second.id, first.id]);
        expect(await listed({ from: localDate, to: localDate })).toEqual([second.id]);
        expect(await listed({ sectorId: elsewhere!.toUpperCase() })).toEqual([second.id]);
        expect(await listed({ sectorId: sector!, ownerUserId: farm.owner.userId })).toEqual([first.id]);
        expect(await listed({ projectId: farm.project.projectId })).toHaveLength(3);
        for (const projectId of [other.project.projectId, ...NOWHERE])
          expect(await list({ projectId })).toEqual({ items: [], total: 0 });
        expect(await listed({ status: 'open', now })).toEqual([second.id, first.id]);
        expect(await listed({ status: 'closed', now })).toEqual([third.id]);
        // Lapsed, and not yet swept.
        expect(await listed({ status: 'open', now: LAPSED })).toEqual([second.id]);
        expect(await listed({ status: 'closed', now: LAPSED })).toEqual([third.id, first.id]);
      });
    });

    describe('records', () => {
      it('are listed by when they were recorded and by id, page by page, with voids', async () => {
        const [session, elsewhere] = [await stored(), await stored({ sectorId: farm.sectors[1].sectorId })];
        const at = (hours: number) => recordIn(session, { recordedAt: hoursLater(hours) });
        const made = [at(0.5), at(0.25), at(0.5), at(0)];
        await add(...made, recordIn(elsewhere));
        const counter = voiding(made[0]!);
        await run(({ records }) => records.void(made[0]!, counter));
        const page = (page: number, pageSize: number, at = farm) =>
          run(({ records }) => records.page(session.id, { page, pageSize }), at);
        const ids = async (...which: [number, number]) =>
          (await page(...which)).items.map(({ state }) => state.recordId);

        const together = idsOf([made[0]!, made[2]!]);
        const inOrder = [made[3], made[1]].map((record) => record!.state.recordId);
        inOrder.push(...together, counter.state.recordId);
        expect(await ids(1, 100)).toEqual(inOrder);
        expect([...(await ids(1, 2)), ...(await ids(2, 2)), ...(await ids(3, 2))]).toEqual(inOrder);
        expect(await page(4, 2)).toEqual({ items: [], total: 5 });
        expect((await page(1, 1)).total).toBe(5);
        expect((await page(1, 100)).items.at(-1)?.state).toEqual(counter.state);
        expect(await page(1, 100, other)).toEqual({ items: [], total: 0 });
      });

      it('are returned as they were added', async () => {
        const session = await stored();
        const record = recordIn(session, {
          qualityId: farm.qualities[0].id,
          idempotencyKey: fresh('key'),
          notes: 'first row',
          units: '0.000001',
        });
        expect(await add(record)).toEqual(new Set([record.state.recordId]));
        const find = (id: string, at = farm) => run(({ records }) => records.find(id), at);
        expect((await find(record.state.recordId))?.state).toEqual(record.state);
        expect(await find(record.state.recordId, other)).toBeUndefined();
        for (const id of NOWHERE) expect(await find(id)).toBeUndefined();
      });

      it('are not added if their keys are used, without affecting the others', async () => {
        const session = await stored();
        const [event, key] = [fresh('event'), fresh('key')];
        const first = recordIn(session, { clientEventId: event, idempotencyKey: key });
        await add(first);
        const sameEvent = recordIn(session, { clientEventId: event, idempotencyKey: fresh('key') });
        const sameKey = recordIn(session, { clientEventId: fresh('event'), idempotencyKey: key });
        // The two kinds of key are separate, and no key matches no key.
        const crossed = recordIn(session, { clientEventId: key, idempotencyKey: event });
        const keyless = [recordIn(session), recordIn(session)];
        const added = await add(sameEvent, crossed, ...keyless, sameKey);
        expect([...added].sort()).toEqual(idsOf([crossed, ...keyless]));
        expect(await add()).toEqual(new Set());
        expect(await run(({ sessions }) => sessions.sums(session.id))).toMatchObject({
          recordCount: 4,
          netUnits: '50',
        });
      });

      it('may have the same keys for two users', async () => {
        const session = await stored();
        const draft = aDraft({
          sessionId: session.id,
          workerId: farm.workers[0].id,
          idempotencyKey: fresh('key'),
        });
        const by = (userId: string) =>
          ProductionRecord.add(
            draft,
            { worker: 'x', quality: null },
            { recordId: newRecordId(), by: userId, at: OPENED_AT },
          );
        const [mine, theirs] = [by(farm.owner.userId), by(farm.colleague.userId)];
        await add(mine);
        expect(await add(theirs)).toEqual(new Set([theirs.state.recordId]));
        const keys = [[draft.clientEventId], [draft.idempotencyKey!]] as const;
        const found = await run(({ records }) => records.byKeys(farm.owner.userId, ...keys));
        expect(idsOf(found)).toEqual(idsOf([mine]));
      });

      it('are found by either key, each once', async () => {
        const session = await stored();
        const [both, one, none] = [
          recordIn(session, { idempotencyKey: fresh('key') }),
          recordIn(session),
          recordIn(session, { idempotencyKey: fresh('key') }),
        ];
        await add(both, one, none);
        const { clientEventId, idempotencyKey } = both.state;
        const found = await run(({ records }) =>
          records.byKeys(
            session.owner.userId,
            [clientEventId!, one.state.clientEventId!, 'unused'],
            [idempotencyKey!, 'unused', none.state.clientEventId!],
          ),
        );
        expect(idsOf(found)).toEqual(idsOf([both, one]));
        expect(await run(({ records }) => records.byKeys(session.owner.userId, [], []))).toEqual([]);
      });

      it('are voided once', async () => {
        const session = await stored();
        const record = recordIn(session, { qualityId: farm.qualities[0].id, idempotencyKey: fresh('key') });
        await add(record);
        const counter = voiding(record, 'weighed twice');
        const { recordId } = record.state;
        const void_ = (by: ProductionRecord) => run(({ records }) => records.void(record, by));
        expect(await run(({ records }) => records.counterOf(recordId))).toBeUndefined();
        expect(await void_(counter)).toBe(true);
        expect(await void_(voiding(record))).toBe(false);
        const [kept, keptCounter] = await run(async ({ records }) => [
          await records.find(recordId),
          await records.counterOf(recordId),
        ]);
        expect(kept?.state).toEqual({ ...record.state, voidedAt: counter.state.createdAt });
        expect(keptCounter?.state).toEqual(counter.state);
      });

      it('add up with voids, exactly', async () => {
        const session = await stored();
        const [luis, rosa] = farm.workers;
        const [kept, gone, rosas] = [
          recordIn(session, { workerId: luis.id, units: '0.1' }),
          recordIn(session, { workerId: luis.id, units: '5.25', qualityId: farm.qualities[0].id }),
          recordIn(session, { workerId: rosa.id, units: '7' }),
        ];
        await add(kept, gone, rosas, recordIn(session, { workerId: luis.id, units: '0.2' }));
        for (const record of [gone, rosas]) await run(({ records }) => records.void(record, voiding(record)));
        expect(await run(({ sessions }) => sessions.sums(session.id))).toEqual({
          validUnits: '0.3',
          netUnits: '0.3',
          recordCount: 4,
          voidedCount: 2,
          workerCount: 2,
        });
      });
    });

    describe('maintenance', () => {
      beforeEach(async () => {
        await ports.maintenance.closeLapsed(hoursLater(1_000), 100); // closes what earlier tests left open
      });

      it('closes lapsed sessions of any company, once and at their end', async () => {
        const midnight = await stored({ openedAt: hoursLater(6), now: hoursLater(6) });
        const duration = await stored({ sectorId: farm.sectors[1].sectorId });
        const foreign = await stored({ maxDurationHours: 1 }, other);
        const fresh = await stored({ openedAt: hoursLater(24), now: hoursLater(24) });
        const now = new Date(LAPSED.getTime() + 4 * HOUR);
        expect(await ports.maintenance.closeLapsed(now, 2)).toBe(2);
        expect(await ports.maintenance.closeLapsed(now, 2)).toBe(1);
        expect(await ports.maintenance.closeLapsed(now, 2)).toBe(0);
        const closureOf = async ({ id }: ProductionSession, at = farm) => (await find(id, at))?.state.closure;
        expect(await closureOf(midnight)).toEqual({
          at: hoursLater(16),
          by: 'system',
          reason: 'midnight_local',
        });
        expect(await closureOf(duration)).toEqual({
          at: hoursLater(12),
          by: 'system',
          reason: 'max_duration',
        });
        expect(await closureOf(foreign, other)).toEqual({
          at: hoursLater(1),
          by: 'system',
          reason: 'max_duration',
        });
        expect(await closureOf(fresh)).toBeNull();
      });

      it('takes snapshots: lagging ones, named ones, all, or in a transaction', async () => {
        const session = await stored();
        const key = { companyId: farm.companyId, sessionId: session.id };
        const seen = () => ports.movementsSeen(farm.companyId, session.id);
        const refreshes = [
          () => ports.maintenance.refreshSnapshots([key], OPENED_AT),
          () => ports.maintenance.refreshAllSnapshots(OPENED_AT),
          () => run(({ snapshots }) => snapshots.refresh([session.id], OPENED_AT)),
          () => ports.maintenance.closeLapsed(LAPSED, 100),
        ];
        for (const [before, refresh] of refreshes.entries()) {
          await add(recordIn(session));
          expect(await seen()).toBe(before);
          await refresh();
          expect(await seen()).toBe(before + 1);
        }
      });
    });
  });
}
