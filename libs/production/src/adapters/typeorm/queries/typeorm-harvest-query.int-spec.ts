import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { wireAgronomyIn } from '@furrow/agronomy';
import { newId, type LocalDate } from '@furrow/kernel';
import type { ProductionSession } from '../../../domain/index.ts';
import { OPENED_AT } from '../../../testing/builders.ts';
import { WorkingFarm } from '../../../testing/working-farm.ts';
import { type ProductionOnPostgres, productionOnPostgres } from '../../../testing/production-on-postgres.ts';

const DAY = 86_400_000;
let production: ProductionOnPostgres;
let farm: WorkingFarm;

beforeAll(async () => {
  production = await productionOnPostgres();
});
afterAll(() => production.close());
beforeEach(async () => {
  farm = await WorkingFarm.start(production);
});

const ids = (sessions: readonly { sessionId?: string; id?: string }[]) =>
  sessions.map((s) => s.sessionId ?? s.id);

it('the report shows a session completely', async () => {
  const { project, sectors, owner, workers, qualities } = farm.farm;
  const [luis, rosa, juan] = workers;
  const session = await farm.session({
    localId: 'phone-1',
    notes: 'gate',
    harvestLotCode: 'L7',
    licensePlate: 'AB-12',
  });
  const [, , gone] = await farm.add(
    farm.draft(session, { workerId: luis.id, qualityId: qualities[0].id, units: '2.50' }),
    farm.draft(session, { workerId: rosa.id, qualityId: null, units: '7.5' }),
    farm.draft(session, { workerId: juan.id, qualityId: qualities[0].id, units: '40' }),
  );
  if (gone?.kind === 'created') await farm.void(gone.record.state.recordId);
  await farm.refreshSnapshot(session);

  const quality = { qualityId: qualities[0].id, qualityName: qualities[0].name };
  const none = { qualityId: null, qualityName: null };
  const figures = (units: number, recordCount: number, voidedCount: number) => ({
    validUnits: units,
    netUnits: units,
    recordCount,
    voidedCount,
  });
  const instant = OPENED_AT.toISOString();
  expect(await farm.reported(session)).toEqual({
    sessionId: session.id,
    localId: 'phone-1',
    projectId: project.projectId,
    sectorId: sectors[0].sectorId,
    sector_name: 'N1',
    crop: 'Cherry',
    variety: 'Lapins',
    day: '2026-03-10T03:00:00.000Z',
    openedAt: instant,
    closedAt: null,
    createdAt: instant,
    status: 'open',
    closedBy: null,
    closedReason: null,
    timezone: 'America/Santiago',
    unit: 'kg',
    maxDurationHours: 12,
    harvestUnitId: null,
    harvestLotCode: 'L7',
    workerCount: 3,
    notes: 'gate',
    finalNotes: null,
    license_plate: 'AB-12',
    driver_name: null,
    totalUnits: 10,
    needsRecalc: false,
    qualityBreakdownAt: farm.clock.now().toISOString(),
    responsible: {
      idpId: owner.idpId,
      name: `User ${owner.idpId}`,
      email: null,
      role: 'supervisor',
      picture: null,
    },
    qualityBreakdown: [
      { ...none, units: 7.5, percent: 75 },
      { ...quality, units: 2.5, percent: 25 },
    ],
    workers: [
      {
        workerId: juan.id,
        worker_name: juan.name,
        ...figures(0, 1, 1),
        qualityBreakdown: [{ ...quality, validUnits: 0, recordCount: 1 }],
      },
      {
        workerId: luis.id,
        worker_name: luis.name,
        ...figures(2.5, 1, 0),
        qualityBreakdown: [{ ...quality, validUnits: 2.5, recordCount: 1 }],
      },
      {
        workerId: rosa.id,
        worker_name: rosa.name,
        ...figures(7.5, 1, 0),
        qualityBreakdown: [{ ...none, validUnits: 7.5, recordCount: 1 }],
      },
    ],
  });
});

it('the report shows an empty session, and one whose records are all voided', async () => {
  const empty = await farm.session();
  expect(await farm.reported(empty)).toMatchObject({
    workerCount: 0,
    totalUnits: 0,
    needsRecalc: false,
    qualityBreakdown: [],
    qualityBreakdownAt: null,
    workers: [],
  });
  const [outcome] = await farm.add(farm.draft(empty, { units: '5' }));
  if (outcome?.kind === 'created') await farm.void(outcome.record.state.recordId);
  expect(await farm.reported(empty)).toMatchObject({ needsRecalc: true, workerCount: 1, totalUnits: 0 });
  await farm.refreshSnapshot(empty);
  expect(await farm.reported(empty)).toMatchObject({
    needsRecalc: false,
    qualityBreakdown: [{ qualityId: null, qualityName: null, units: 0, percent: 0 }],
  });
});

it('the report shows a lapsed session as closed, swept or not', async () => {
  const session = await farm.session();
  farm.clock.set(session.lapsesAt);
  const unswept = await farm.reported(session);
  expect(unswept).toMatchObject({
    status: 'closed',
    closedAt: session.end.at.toISOString(),
    closedBy: 'system',
    closedReason: 'max_duration',
  });
  await production.maintenance.closeLapsed(farm.clock.now(), 100);
  expect(await farm.reported(session)).toEqual(unswept);
});

it('the report is ordered by day, opening and id, and includes both ends of the range', async () => {
  const at = (days: number, hours: number) => ({
    openedAt: new Date(OPENED_AT.getTime() + days * DAY + hours * 3_600_000),
    now: new Date(OPENED_AT.getTime() + 40 * DAY), // closed at once, so that any number of sessions fits in one place
  });
  const sessions: ProductionSession[] = [];
  for (const [days, hours] of [
    [1, 0],
    [0, 5],
    [2, 0],
    [0, 1],
    [0, 1],
  ] as const)
    sessions.push(await farm.session(at(days, hours)));
  const [second, noon, third, one, two] = ids(sessions);
  const all = [...[one, two].sort(), noon, second, third];
  expect(ids(await farm.harvest())).toEqual(all);
  expect(ids(await farm.harvest({ start: '2026-03-10', end: '2026-03-11' }))).toEqual(all.slice(0, 4));
  expect(ids(await farm.harvest({ start: '2026-03-11', end: '2026-03-11' }))).toEqual([second]);
  expect(await farm.harvest({ start: '2026-03-13', end: '2026-04-13' })).toEqual([]);
});

it('the report returns more than a batch in order, each session once', async () => {
  for (let day = 0; day < 110; day++)
    await farm.session({
      openedAt: new Date(OPENED_AT.getTime() - day * DAY),
      now: new Date(OPENED_AT.getTime() + 40 * DAY),
    });
  const days = (await farm.harvest()).map(({ day }) => String(day));
  expect(days).toHaveLength(110);
  expect(days).toEqual([...new Set(days)].sort());
});

it('the report is filtered by a project and its sector, of the company only', async () => {
  const { project, sectors } = farm.farm;
  const [north, south] = [await farm.session(), await farm.session({ sectorId: sectors[1].sectorId })];
  const { projectId } = project;
  expect(ids(await farm.harvest({ projectId })).sort()).toEqual(ids([north, south]).sort());
  expect(ids(await farm.harvest({ sectorId: sectors[1].sectorId }))).toEqual([south.id]);
  expect(
    ids(await farm.harvest({ projectId: projectId.toUpperCase(), sectorId: sectors[0].sectorId })),
  ).toEqual([north.id]);

  const foreign = (await WorkingFarm.start(production)).farm;
  for (const id of [foreign.project.projectId, newId(), 'no id at all'])
    await expect(farm.harvest({ projectId: id })).rejects.toMatchObject({ code: 'project_forbidden' });
  for (const id of [foreign.sectors[0].sectorId, newId(), 'no id at all'])
    await expect(farm.harvest({ projectId, sectorId: id })).rejects.toMatchObject({
      code: 'sector_forbidden',
    });
});

it('the report refuses a sector of another project', async () => {
  const { companyId, sectors } = farm.farm;
  const [sector] = sectors;
  const south = { key: 'south', name: 'South Block', timezone: 'UTC' };
  const { projects } = await production.database.tenant(companyId, (tx) =>
    wireAgronomyIn(tx).applyProjects.execute([south], { prune: false }),
  );
  await expect(
    farm.harvest({ projectId: projects['south']!, sectorId: sector.sectorId }),
  ).rejects.toMatchObject({
    code: 'sector_not_in_project',
  });
});

it('the report fails if its reader fails, and leaves its connection usable', async () => {
  await farm.session();
  const { companyId } = farm.farm;
  const day = '2026-03-10' as LocalDate;
  const everything = { projectId: null, sectorId: null, ownerUserId: null };
  const query = { companyId, start: day, end: day, ...everything, now: OPENED_AT };
  const reading = production.harvest.read(query, () => Promise.reject(new Error('the client went away')));
  await expect(reading).rejects.toThrow('the client went away');
  expect(await farm.harvest()).toHaveLength(1);
});
