import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import { type PriceState, ProductionRecord } from '../../domain/index.ts';
import { kindsOf } from '../recount.ts';
import { type ContractFarms, NOWHERE } from './contract-farms.ts';

/** Prices, and what of a session they apply to. */
export function describePrices(farms: ContractFarms): void {
  const { run, stored, recordIn, add, voiding } = farms;

  describe('prices', () => {
    it('are returned as they were saved, and no longer in use once they are withdrawn', async () => {
      const crate = {
        ...{ key: 'crate', name: 'Crate', unit: 'kg', units: null, tare: null, min: null, max: null },
        active: true,
      };
      await run(({ containers }) => containers.save([crate]));
      const anyPrice: PriceState = {
        ...{ validFrom: '2026-01-01' as LocalDate, unit: 'kg', price: '0.310001', active: true },
        ...{ projectId: null, crop: null, variety: null, qualityId: null, container: null },
      };
      const one: PriceState = {
        ...{ ...anyPrice, price: '0.46', projectId: farms.own.project.projectId, crop: 'Cherry' },
        ...{ variety: 'Lapins', qualityId: farms.own.qualities[0].id, container: 'crate' },
      };
      await run(({ prices }) => prices.save([anyPrice, one]));
      expect(await run(({ prices }) => prices.inUse())).toEqual(expect.arrayContaining([anyPrice, one]));
      const withdrawn = { ...anyPrice, price: '0.32', active: false };
      await run(({ prices }) => prices.save([withdrawn]));
      expect(await run(({ prices }) => prices.inUse())).toEqual([one]);
      const all = await run(({ prices }) => prices.all());
      expect(all).toHaveLength(2);
      expect(all).toContainEqual(withdrawn);
      expect(await run(({ prices }) => prices.all(), farms.other)).toEqual([]);
    });

    it('apply to the valid units of a session by quality and container, exactly, whatever is added and voided', async () => {
      const [session, elsewhere] = [
        await stored(),
        await stored({ sectorId: farms.own.sectors[1].sectorId }),
      ];
      const { workers, qualities } = farms.own;
      const any = fc.record({
        ...{ worker: fc.nat(1), quality: fc.nat(2), container: fc.constantFrom(null, null, 'crate', 'tray') },
        ...{ units: fc.integer({ min: 1, max: 9_999 }), isVoid: fc.boolean(), isElsewhere: fc.boolean() },
      });
      const picked = fc.sample(any, 60);
      const records = picked.map(({ worker, quality, container, units, isElsewhere }) =>
        recordIn(isElsewhere ? elsewhere : session, {
          ...{ workerId: workers[worker]!.id, qualityId: qualities[quality]?.id ?? null },
          ...{
            units: `${units}.000001`,
            filled: container && { container, count: 2, gross: null, tare: null },
          },
        }),
      );
      await add(...records.slice(0, 30));
      await add(...records.slice(30));
      await add(records[0]!);
      const voided = records.filter((_, index) => picked[index]!.isVoid);
      for (const record of voided) await run((all) => all.records.void(record, voiding(record)));
      const states = records.map((record) =>
        voided.includes(record)
          ? ProductionRecord.restore({ ...record.state, voidedAt: new Date(0) }).state
          : record.state,
      );
      const ids = [session.id, elsewhere.id];
      const found = await run(({ sessions }) => sessions.unitsByKind([...ids, ...NOWHERE]));
      for (const id of ids) {
        const expected = kindsOf(states.filter(({ sessionId }) => sessionId === id));
        expect(found.get(id)).toHaveLength(expected.length);
        expect(found.get(id)).toEqual(expect.arrayContaining(expected));
      }
      expect([...found.keys()].toSorted()).toEqual(ids.toSorted());
      expect((await run(({ sessions }) => sessions.unitsByKind(ids), farms.other)).size).toBe(0);
    });
  });
}
