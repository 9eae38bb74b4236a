import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { CompareSeasons } from '../../../application/harvest/compare-seasons.ts';
import type { GroupedScope } from '../../../application/harvest/harvest-groups.ts';
import type { HarvestGrouping } from '../../../domain/index.ts';
import { AgronomyFarmDirectory } from '../../agronomy/agronomy-farm-directory.ts';
import { type ReportedSession, WorkingFarm } from '../../../testing/working-farm.ts';
import { type ProductionOnPostgres, productionOnPostgres } from '../../../testing/production-on-postgres.ts';
import { TypeormHarvestGroupsQuery } from './typeorm-harvest-groups-query.ts';

let production: ProductionOnPostgres;
let farm: WorkingFarm;
let query: TypeormHarvestGroupsQuery;

beforeAll(async () => {
  production = await productionOnPostgres();
  query = new TypeormHarvestGroupsQuery(production.database, (tx) => new AgronomyFarmDirectory(tx));
});
afterAll(() => production.close());
beforeEach(async () => {
  farm = await WorkingFarm.start(production);
});

const scope = (over: Partial<GroupedScope> = {}): GroupedScope => ({
  ...{ companyId: farm.farm.companyId, ownerUserId: null, projectId: null, sectorId: null },
  ...{ start: '2026-03-01' as LocalDate, end: '2026-03-31' as LocalDate, crop: null, variety: null },
  ...over,
});
/** A session of a day, at eight in the morning of Santiago, with units of each worker. */
async function picked(
  day: string,
  units: readonly string[],
  over: Parameters<WorkingFarm['session']>[0] = {},
) {
  const openedAt = new Date(`${day}T11:00:00.000Z`);
  const session = await farm.session({ openedAt, now: openedAt, ...over });
  const { workers, qualities } = farm.farm;
  const drafts = units.map((each, index) =>
    farm.draft(session, {
      ...{ workerId: workers[index % 3]!.id, units: each, recordedAt: openedAt },
      qualityId: index % 2 === 0 ? qualities[0].id : null,
    }),
  );
  farm.clock.set(new Date(openedAt.getTime() + 3_600_000));
  await farm.add(...drafts);
  return session;
}

describe('the harvest in groups', () => {
  beforeEach(async () => {
    const [north, south] = farm.farm.sectors;
    await picked('2026-03-09', ['10', '2.5', '4']);
    await picked('2026-03-10', ['7'], { sectorId: south.sectorId, sectorName: 'N2', variety: 'Bing' });
    await picked('2026-03-17', ['1', '3'], { sectorId: north.sectorId, sectorName: 'N1 renamed' });
    await picked('2026-03-18', ['20'], { samplingUnit: 'bin' });
    await picked('2025-03-09', ['99']);
  });

  type OfReport = Exclude<HarvestGrouping, 'container'>;
  const sums: Record<OfReport, (session: ReportedSession) => [key: string, units: number][]> = {
    sector: (session) => [[String(session['sectorId']), session.totalUnits]],
    variety: (session) => [[String(session['variety']), session.totalUnits]],
    week: ({ day, totalUnits }) => [[String(day) < '2026-03-16' ? '2026-03-09' : '2026-03-16', totalUnits]],
    worker: ({ workers }) => workers.map(({ workerId, validUnits }) => [workerId, validUnits]),
    quality: ({ workers }) =>
      workers
        .flatMap(({ qualityBreakdown }) => qualityBreakdown)
        .map(({ qualityId, validUnits }) => [String(qualityId), validUnits]),
  };
  const keys = {
    sector: 'sectorId',
    variety: 'variety',
    week: 'week',
    worker: 'workerId',
    quality: 'qualityId',
  } as const;

  it('by container tells how many were filled, and with what', async () => {
    const crate = {
      ...{ key: 'crate', name: 'Crate', unit: 'kg', units: '35', tare: '2.1', min: null, max: null },
      active: true,
    };
    await production.transactions.run(farm.farm.companyId, ({ containers }) => containers.save([crate]));
    const session = await picked('2026-03-11', ['5']);
    const filling = { container: 'crate', count: 11, gross: '412.5' };
    const weighed = farm.draft(session, { units: '389.4', filling, qualityId: farm.farm.qualities[0].id });
    const counted = farm.draft(session, { units: '35', filling: { ...filling, count: 1, gross: null } });
    const recordedAt = session.state.openedAt;
    await farm.add({ ...weighed, recordedAt }, { ...counted, recordedAt });
    const [again] = await farm.add(farm.draft(session, { ...counted, clientEventId: 'again', recordedAt }));
    if (again?.kind !== 'created') throw new Error('The record was refused');
    await farm.void(again.record.state.recordId);
    expect(await query.groups(scope(), 'container')).toEqual([
      {
        ...{ container: 'crate', container_name: 'Crate', containerCount: 12, unit: 'kg', validUnits: 424.4 },
        ...{ recordCount: 3, voidedCount: 1, sessionCount: 1, workerCount: null },
        ...{ firstDay: '2026-03-11', lastDay: '2026-03-11' },
      },
    ]);
  });

  it.each(Object.keys(sums) as OfReport[])('by %s sums what the report tells of sessions', async (by) => {
    const expected: Record<string, number> = {};
    for (const session of await farm.harvest({ start: '2026-03-01', end: '2026-03-31' }))
      for (const [key, units] of sums[by](session)) {
        const name = `${key} ${String(session['unit'])}`;
        expected[name] = (expected[name] ?? 0) + units;
      }
    const groups = await query.groups(scope(), by);
    const found = groups.map((group) => [`${String(group[keys[by]])} ${group.unit}`, group.validUnits]);
    expect(Object.fromEntries(found)).toEqual(expected);
    expect(found).toHaveLength(Object.keys(expected).length);
  });

  it('tells the last name, the days, and how many took part', async () => {
    const [group] = (await query.groups(scope(), 'sector')).filter(
      ({ sectorId, unit }) => sectorId === farm.farm.sectors[0].sectorId && unit === 'kg',
    );
    expect(group).toEqual({
      ...{ projectId: farm.farm.project.projectId, sectorId: farm.farm.sectors[0].sectorId },
      ...{ sector_name: 'N1 renamed', unit: 'kg', validUnits: 20.5, recordCount: 5, voidedCount: 0 },
      ...{ sessionCount: 2, workerCount: 3, firstDay: '2026-03-09', lastDay: '2026-03-17' },
    });
  });

  it('leaves out what was voided, and what is not asked for', async () => {
    const session = await picked('2026-03-20', ['5']);
    const [added] = await farm.add(farm.draft(session, { units: '50', recordedAt: farm.clock.now() }));
    if (added?.kind === 'created') await farm.void(added.record.state.recordId);
    const only = { start: '2026-03-20' as LocalDate, end: '2026-03-20' as LocalDate };
    expect(await query.groups(scope(only), 'week')).toMatchObject([
      { week: '2026-03-16', validUnits: 5, recordCount: 2, voidedCount: 1 },
    ]);
    expect(await query.groups(scope({ ...only, ownerUserId: farm.farm.colleague.userId }), 'week')).toEqual(
      [],
    );
    const bing = await query.groups(scope({ crop: 'Cherry', variety: 'Bing' }), 'variety');
    expect(bing).toMatchObject([{ crop: 'Cherry', variety: 'Bing', validUnits: 7 }]);
  });

  it('is of one company alone', async () => {
    const { companyId } = (await WorkingFarm.start(production)).farm;
    expect(await query.groups(scope({ companyId }), 'worker')).toEqual([]);
  });
});

describe('seasons side by side', () => {
  it('begin with their first pick, and add up from there', async () => {
    await picked('2026-03-09', ['10']);
    await picked('2026-03-12', ['4']);
    await picked('2025-03-04', ['3']);
    await picked('2025-03-05', ['2.5']);
    await picked('2025-03-07', ['1']);
    // Before the same days of the year before.
    await picked('2025-02-28', ['99']);
    const of = (day: string, units: number, total: number) => ({ day, units, total });
    expect(await new CompareSeasons(query).execute(scope())).toEqual([
      { unit: 'kg', daysSince: 0, season: of('2026-03-09', 10, 10), before: of('2025-03-04', 3, 3) },
      { unit: 'kg', daysSince: 1, season: null, before: of('2025-03-05', 2.5, 5.5) },
      {
        ...{ unit: 'kg', daysSince: 3, season: of('2026-03-12', 4, 14) },
        before: of('2025-03-07', 1, 6.5),
      },
    ]);
  });

  it('do not overlap in a range of a leap year', async () => {
    await picked('2024-02-29', ['8']);
    const year = { start: '2024-02-29' as LocalDate, end: '2025-02-28' as LocalDate };
    const [only, ...more] = await query.seasons(scope(year));
    expect([only?.isBefore, only?.day, more]).toEqual([false, '2024-02-29', []]);
  });
});
