import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import {
  aFarmWithForms,
  aProject,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  ZONE,
} from '@furrow/testbed/farms';
import { type Client, dateIn, firstInstantOf, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const TODAY = '/api/console/today';
const TREATMENTS = '/api/control/treatments';
const FAR_ZONE = 'Pacific/Kiritimati';

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let here: Json;
let far: Json;
let closed: Json;
let old: Json;
let workers: Json[];

beforeAll(async () => {
  system = await System.shared();
  const projects = [aProject('north', 'n', 6), aProject('far', 'f', 2, { timezone: FAR_ZONE })];
  farm = await system.provision(aFarmWithForms('acme', { projects }));
  ana = farm.as('ana');
  here = await farm.session(ana);
  far = await farm.session(ana, { ...farm.place('far'), openedAt: hoursAgo(0.1) });
  closed = await farm.session(ana, { openedAt: hoursAgo(2) });
  old = await farm.session(ana, { openedAt: hoursAgo(30) });
  const over = await farm.session(ana, { openedAt: hoursAgo(29) });
  for (const { sessionId } of [closed, over])
    expect((await ana.post(`${SESSIONS}/${sessionId}/close`, {})).status).toBe(200);
  workers = [await farm.worker(ana), await farm.worker(ana)];
  await pick(here, workers[0], 0.1);
  await pick(far, workers[0], 0.2);
  await pick(far, workers[1], 5, { qualityId: farm.ids.qualities['export'] });
});
afterAll(() => system?.stop());

async function pick(session: Json, worker: Json, units: number, more: object = {}): Promise<void> {
  const body = farm.recordBody(session.sessionId, worker.id, { units, ...more });
  expect((await ana.post(RECORDS, body)).status).toBe(201);
}

async function todayOf(name: string): Promise<Json> {
  return (await farm.as(name).get(TODAY)).data;
}

describe('the current day', () => {
  it('has what is open, and what was opened on the local date of its own project, the latest first', async () => {
    const { sessions } = await todayOf('ana');
    const expected = [far, closed, here, old].map(({ sessionId }) => sessionId);
    expect(sessions.map(({ sessionId }: Json) => sessionId)).toEqual(expected);
    expect(sessions.map(({ status }: Json) => status)).toEqual(['open', 'closed', 'open', 'open']);
  });

  it('tells the local date of each session, and its pace', async () => {
    const { sessions } = await todayOf('ana');
    for (const { timezone, localDate, day, openedAt } of sessions) {
      expect(localDate).toBe(dateIn(timezone, new Date(openedAt)));
      expect(day).toBe(firstInstantOf(localDate, timezone));
    }
    expect(sessions[0].pace).toEqual({ perHour: null, perHourAndWorker: null });
    expect(sessions[2].pace.perHour).toBeCloseTo(0.1 / 3, 3);
    expect(sessions[1].pace).toEqual({ perHour: 0, perHourAndWorker: null });
  });

  it('has each session as it is read by itself, and what its report tells', async () => {
    const wholeToday = async () => {
      const today = await todayOf('ana');
      return today.sessions.every(({ needsRecalc }: Json) => !needsRecalc) && today;
    };
    const { sessions } = await until('the report has all of it', wholeToday);
    const days = sessions.map(({ localDate }: Json) => localDate).sort();
    const asked = `/api/console/harvest?startTime=${days[0]}&endTime=${days.at(-1)}`;
    const { data: reports } = await ana.get(asked);
    for (const { workers, qualityBreakdown, needsRecalc, localDate, pace, ...session } of sessions) {
      const { sessionId } = session;
      expect((await ana.get(`${SESSIONS}/${sessionId}`)).data).toEqual(session);
      const report = reports.find((one: Json) => one.sessionId === sessionId);
      expect({ workers, qualityBreakdown, needsRecalc }).toEqual({
        ...{ workers: report.workers, qualityBreakdown: report.qualityBreakdown, needsRecalc: false },
      });
      // The screen of a session has the same.
      const { data: alone } = await ana.get(`/api/console/sessions/${sessionId}`);
      expect({ ...alone, pace }).toEqual({
        ...session,
        workers,
        qualityBreakdown,
        needsRecalc,
        localDate,
        pace,
      });
    }
  });

  it('adds up exactly what was picked: by unit, by sector and by worker', async () => {
    const { picked, sectors, crew } = await todayOf('ana');
    const [one, other] = workers;
    expect(picked).toEqual([{ unit: 'kg', units: 5.3 }]);
    expect(sectors).toEqual([
      { sectorId: far.sectorId, unit: 'kg', units: 5.2 },
      { sectorId: closed.sectorId, unit: 'kg', units: 0 },
      { sectorId: here.sectorId, unit: 'kg', units: 0.1 },
      { sectorId: old.sectorId, unit: 'kg', units: 0 },
    ]);
    expect(crew.map(({ workerId, unit, units }: Json) => [workerId, unit, units])).toEqual([
      [other.id, 'kg', 5],
      [one.id, 'kg', 0.3],
    ]);
  });

  it('tells what was picked by the hour, once somebody has picked for a quarter of an hour', async () => {
    const [{ unit, hours }] = (await todayOf('ana')).hours;
    expect([unit, hours.length, hours.at(-1).units]).toEqual(['kg', 12, 5.3]);
    expect((await todayOf('ben')).hours).toEqual([]);
    const fresh = await farm.session(farm.as('ben'), { openedAt: hoursAgo(0.1) });
    const body = farm.recordBody(fresh.sessionId, workers[0].id);
    expect((await farm.as('ben').post(RECORDS, body)).status).toBe(201);
    expect((await todayOf('ben')).hours).toEqual([]);
  });

  it('has a supervisor’s own sessions, for an admin the company’s, and is for nobody else', async () => {
    const ids = async (name: string) =>
      (await todayOf(name)).sessions.map(({ sessionId }: Json) => sessionId) as string[];
    const [anas, bens] = [await ids('ana'), await ids('ben')];
    expect(bens).toHaveLength(1);
    expect((await ids('ada')).sort()).toEqual([...anas, ...bens].sort());
    expect((await farm.as('gus').get(TODAY)).status).toBe(403);
    const path = `/api/console/sessions/${here.sessionId}`;
    expect((await farm.as('ada').get(path)).data.sessionId).toBe(here.sessionId);
    expectRefusal(await farm.as('ben').get(path), 403, 'B', 'not_session_owner');
    expectRefusal(await farm.as('gus').get(path), 403, 'B', 'forbidden');
    const other = await system.provision(aFarmWithForms('other'));
    const { sessions, picked, tasks } = (await other.as('ada').get(TODAY)).data;
    expect([sessions, picked, tasks]).toEqual([[], [], []]);
    expectRefusal(await other.as('ada').get(path), 404, 'B', 'session_not_found');
  });

  it('has the sectors that treatments close, with the date from which fruit may be picked', async () => {
    const gus = farm.as('gus');
    const treat = (product: string, sectorIds: string[], over: object) =>
      gus.post(TREATMENTS, {
        ...{ clientEventId: product, projectId: here.projectId, sectorIds, product, dose: 1 },
        ...{ doseUnit: 'kg/ha', startedAt: hoursAgo(1), preHarvestDays: 0, ...over },
      });
    await treat('Sulfur', [here.sectorId, old.sectorId], { preHarvestDays: 3, reentryHours: 48 });
    await treat('Copper', [here.sectorId], { preHarvestDays: 30 });
    await treat('Over', [closed.sectorId], { startedAt: hoursAgo(90) });
    const { closures } = await todayOf('ana');
    expect((await gus.get(`${TREATMENTS}/closures`)).data).toEqual(closures);
    const of = ({ sectorId }: Json) => closures.find((each: Json) => each.sectorId === sectorId);
    expect(closures).toHaveLength(2);
    expect(of(here)).toMatchObject({ harvest: { product: 'Copper' }, entry: { product: 'Sulfur' } });
    expect(of(old)).toMatchObject({ harvest: { product: 'Sulfur' }, projectId: here.projectId });
    for (const { harvest } of closures) expect(harvest.until).toBe(firstInstantOf(harvest.from, ZONE));
  });

  it('has the open tasks of the user', async () => {
    const { tasks } = await todayOf('ana');
    expect(tasks).toEqual([
      {
        ...{ taskId: farm.ids.tasks['anas'], status: 'open', dueAt: '2030-12-01T12:00:00.000Z' },
        ...{ projectId: farm.ids.projects['north'], sectorId: farm.ids.sectors['north/n1'] },
        formName: 'Form spray',
      },
    ]);
  });
});
