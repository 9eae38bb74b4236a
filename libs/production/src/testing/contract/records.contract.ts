import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newRecordId, ProductionRecord, type RecordState } from '../../domain/index.ts';
import { aDraft, fresh, OPENED_AT } from '../builders.ts';
import { type ContractFarms, hoursLater, idsOf, NOWHERE } from './contract-farms.ts';

const ANY_SESSION = { from: null, to: null, status: null, projectId: null, sectorId: null };

/** Records, their keys, voids and sums. */
export function describeRecords(farms: ContractFarms): void {
  const { run, stored, recordIn, add, voiding } = farms;

  describe('records', () => {
    it('are listed by when they were recorded and by id, page by page, with voids', async () => {
      const [session, elsewhere] = [
        await stored(),
        await stored({ sectorId: farms.own.sectors[1].sectorId }),
      ];
      const at = (hours: number) => recordIn(session, { recordedAt: hoursLater(hours) });
      const made = [at(0.5), at(0.25), at(0.5), at(0)];
      await add(...made, recordIn(elsewhere));
      const counter = voiding(made[0]!);
      await run(({ records }) => records.void(made[0]!, counter));
      const page = (page: number, pageSize: number, at = farms.own) =>
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
      expect(await page(1, 100, farms.other)).toEqual({ items: [], total: 0 });
    });

    it('are returned as they were added', async () => {
      const session = await stored();
      const record = recordIn(session, {
        qualityId: farms.own.qualities[0].id,
        idempotencyKey: fresh('key'),
        notes: 'first row',
        units: '0.000001',
        badge: 'B 7',
        capture: { method: 'nfc', badge: 'B 7' },
        filled: { container: 'crate', count: 11, gross: '412.5', tare: '2.1' },
      });
      expect(await add(record)).toEqual(new Set([record.state.recordId]));
      const find = (id: string, at = farms.own) => run(({ records }) => records.find(id), at);
      expect((await find(record.state.recordId))?.state).toEqual(record.state);
      expect(await find(record.state.recordId, farms.other)).toBeUndefined();
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
        workerId: farms.own.workers[0].id,
        idempotencyKey: fresh('key'),
      });
      const by = (userId: string) =>
        ProductionRecord.add(
          draft,
          { worker: 'x', quality: null },
          { recordId: newRecordId(), by: userId, at: OPENED_AT },
        );
      const [mine, theirs] = [by(farms.own.owner.userId), by(farms.own.colleague.userId)];
      await add(mine);
      expect(await add(theirs)).toEqual(new Set([theirs.state.recordId]));
      const keys = [[draft.clientEventId], [draft.idempotencyKey!]] as const;
      const found = await run(({ records }) => records.byKeys(farms.own.owner.userId, ...keys));
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
      const record = recordIn(session, {
        qualityId: farms.own.qualities[0].id,
        idempotencyKey: fresh('key'),
      });
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

    it('are in containers of the company, which stay known when they are out of use', async () => {
      const crate = {
        ...{ key: 'crate', name: 'Crate', unit: 'kg', units: '35.5', tare: '2.1', min: null, max: '40' },
        active: true,
      };
      await run(({ containers }) => containers.save([crate]));
      const used = { ...crate, units: null, active: false };
      await run(({ containers }) => containers.save([used]));
      expect(await run(({ containers }) => containers.all())).toEqual([used]);
      expect([...(await run(({ containers }) => containers.byKeys(['crate', 'bin'])))]).toEqual([
        ['crate', used],
      ]);
    });

    it('may be repeats if another valid one of the worker in the session is as near as the session says', async () => {
      const seconds = fc.sample(fc.tuple(fc.nat(120), fc.nat(2), fc.boolean()), 40);
      const workers = farms.own.workers;
      for (const repeatSeconds of [0, 2, 60]) {
        const session = await stored({ repeatSeconds, openedAt: hoursLater(24 * (1 + repeatSeconds)) });
        const records = seconds.map(([second, worker]) =>
          recordIn(session, {
            workerId: workers[worker]!.id,
            recordedAt: new Date(session.state.openedAt.getTime() + second * 1_000),
          }),
        );
        await add(...records);
        for (const [index, record] of records.entries())
          if (seconds[index]![2]) await run((all) => all.records.void(record, voiding(record)));
        const valid = records.map(({ state }) => state).filter((_, index) => !seconds[index]![2]);
        const isNear = (a: RecordState, b: RecordState) =>
          a !== b &&
          a.workerId === b.workerId &&
          Math.abs(a.recordedAt.getTime() - b.recordedAt.getTime()) <= repeatSeconds * 1_000;
        const repeats = valid.filter((a) => valid.some((b) => isNear(a, b))).map(({ recordId }) => recordId);
        const found = await run((all) => all.records.possibleRepeats(session));
        expect([...found].sort()).toEqual(repeats.sort());
        const search = { ...ANY_SESSION, ownerUserId: session.owner.userId, now: OPENED_AT };
        const { items } = await run(({ sessions }) => sessions.page({ ...search, page: 1, pageSize: 100 }));
        const listed = items.find((item) => item.session.id === session.id);
        expect(listed?.possibleRepeats).toBe(repeats.length);
      }
    });

    it('are never repeats where the session marks none', async () => {
      const session = await stored();
      await add(recordIn(session), recordIn(session));
      expect(await run(({ records }) => records.possibleRepeats(session))).toEqual(new Set());
    });

    it('add up with voids, exactly', async () => {
      const session = await stored();
      const [luis, rosa] = farms.own.workers;
      const [kept, gone, rosas] = [
        recordIn(session, { workerId: luis.id, units: '0.1' }),
        recordIn(session, { workerId: luis.id, units: '5.25', qualityId: farms.own.qualities[0].id }),
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
}
