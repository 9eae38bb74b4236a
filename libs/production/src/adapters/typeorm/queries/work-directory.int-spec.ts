import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type LocalDate } from '@furrow/kernel';
import type { RecordDraft } from '../../../domain/index.ts';
import { OPENED_AT } from '../../../testing/builders.ts';
import { WorkingFarm } from '../../../testing/working-farm.ts';
import { type ProductionOnPostgres, productionOnPostgres } from '../../../testing/production-on-postgres.ts';
import { WorkDirectory, type WorkedFilter, type WorkedSession } from './work-directory.ts';
import type { WorkSpan } from './work-spans.ts';

let production: ProductionOnPostgres;
beforeAll(async () => {
  production = await productionOnPostgres();
});
afterAll(() => production.close());

const DAY = '2026-03-10' as LocalDate;
const HOUR = 3_600_000;

const sessionsOf = (farm: WorkingFarm, filter: WorkedFilter, spans: readonly WorkSpan[]) =>
  production.database.tenant(farm.farm.companyId, async (tx) => {
    const found: WorkedSession[] = [];
    for await (const batch of new WorkDirectory().sessions(tx, filter, spans, farm.clock.now()))
      found.push(...batch);
    return found;
  });

describe('the work of shared records', () => {
  it('is each worker’s own part, by the shift of that worker, without voided ones and parts of nothing', async () => {
    const farm = await WorkingFarm.start(production);
    const session = await farm.session({ sectorId: farm.farm.sectors[1].sectorId });
    const [ana, ben, cid] = farm.farm.workers;
    const shared = (units: string, weights: readonly [string, string, string]): RecordDraft => ({
      ...farm.draft(session),
      ...{ workerId: null, units, recordedAt: OPENED_AT },
      shares: [ana, ben, cid].map(({ id }, index) => ({
        workerId: id,
        badge: null,
        weight: weights[index]!,
      })),
    });
    const [first] = await farm.add(
      shared('9', ['1', '1', '1']),
      shared('10', ['2', '1', '1']),
      // Too little for the third.
      shared('0.000002', ['50', '50', '1']),
      farm.draft(session, { workerId: ben.id, units: '1.5', recordedAt: OPENED_AT }),
    );
    if (first?.kind !== 'created') throw new Error('The record was refused');
    await farm.void(first.record.state.recordId);
    const span = (workerId: string, from: number): WorkSpan => ({
      ...{ shiftId: newId(), workerId },
      ...{ startedAt: OPENED_AT.getTime() + from * HOUR, endedAt: OPENED_AT.getTime() + 2 * HOUR },
    });
    const spans = [span(ana.id, -1), span(ben.id, 1), span(cid.id, 0)];
    const worked = async (workerId: string | null) => {
      const filter = { from: DAY, to: DAY, projectId: null, workerId };
      const found = await sessionsOf(farm, filter, spans);
      const work = found.flatMap((each) => each.work);
      return Object.fromEntries(work.map((each) => [each.workerId, each.units]));
    };
    expect(await worked(null)).toEqual({
      [ana.id]: [{ shiftId: spans[0]!.shiftId, units: '5.000001', shared: '5.000001' }],
      [ben.id]: [{ shiftId: null, units: '4.000001', shared: '2.500001' }],
      [cid.id]: [{ shiftId: spans[2]!.shiftId, units: '2.5', shared: '2.5' }],
    });
    expect(Object.keys(await worked(cid.id))).toHaveLength(3);
  });

  it('without anything but a part of nothing is none', async () => {
    const farm = await WorkingFarm.start(production);
    const session = await farm.session();
    const [ana, ben] = farm.farm.workers;
    const shares = [ana, ben].map(({ id }, index) => ({
      workerId: id,
      badge: null,
      weight: `${1 + 9 * index}`,
    }));
    await farm.add({ ...farm.draft(session), workerId: null, units: '0.000001', shares });
    const filter = { from: DAY, to: DAY, projectId: null, workerId: null };
    const [found] = await sessionsOf(farm, filter, []);
    expect(found?.work.map(({ workerId }) => workerId)).toEqual([ben.id]);
    expect((await farm.sums(session)).workerCount).toBe(2);
  });
});
