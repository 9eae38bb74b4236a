import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aScoutedFarm,
  type Client,
  expectRefusal,
  type Json,
  type ProvisionedFarm,
  type Station,
  System,
  Telemetry,
  until,
} from '../harness/index.ts';

const REST = '/api/control/rest';
const SHIFTS = '/api/control/shifts';
const MINUTE = 60_000;
const RULES = [
  ...[{ key: 'hot', project: 'north', metric: 'te', above: 35, restMinutes: 10, everyMinutes: 120 }],
  ...[{ key: 'mild', project: 'south', metric: 'heat-index', above: 30, restMinutes: 10, everyMinutes: 60 }],
];

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let station: Station;
let telemetry: Telemetry;
let projectId: string;

beforeAll(async () => {
  system = await System.start();
  farm = await system.provision(
    aScoutedFarm('acme', {
      devices: [{ deviceId: 'ws-01', project: 'north' }],
      restRules: RULES.map((rule) => ({ ...rule, source: 'Title 8, § 3395(e)(6)' })),
    }),
  );
  ana = farm.as('ana');
  telemetry = await Telemetry.over(system);
  station = telemetry.station(farm, 'ws-01', 'north/n1');
  projectId = farm.ids.projects['north']!;
});
afterAll(async () => {
  await telemetry?.close();
  await system?.stop();
});

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
let shifts = 0;
/** A running shift of a new worker. @returns the worker’s id */
async function atWork(minutes: number, breaks: Json[] = [], project = projectId): Promise<string> {
  const worker = await farm.worker(ana);
  await shiftOf(worker.id, { startedAt: ago(minutes), breaks, projectId: project });
  return worker.id;
}
async function shiftOf(workerId: string, over: object): Promise<Json> {
  const body = { workerId, projectId, kind: 'piece', clientEventId: `rest-${++shifts}`, ...over };
  const answer = await ana.post(SHIFTS, body);
  expect([201, 200]).toContain(answer.status);
  return answer.data ?? answer.body;
}
const aBreak = (from: number, to: number) => ({ kind: 'rest', startedAt: ago(from), endedAt: ago(to) });
async function restOf(workerId: string, query = `?projectId=${projectId}`): Promise<Json> {
  const answer = await ana.get(`${REST}${query}`);
  expect(answer.status).toBe(200);
  return answer.data.find((each: Json) => each.workerId === workerId);
}
const today = () => new Date().toISOString().slice(0, 10);
const dueOf = async (workerId: string): Promise<Json[]> => {
  const yesterday = ago(24 * 60).slice(0, 10);
  const answer = await ana.get(`${REST}/due?projectId=${projectId}&from=${yesterday}&to=${today()}`);
  expect(answer.status).toBe(200);
  return answer.data.filter((each: Json) => each.workerId === workerId);
};

describe('who is due for a rest', () => {
  it('is unknown without a recent reading', async () => {
    const worker = await atWork(300);
    await station.send('weather', [{ ts: ago(31), te: 40 }]);
    expect(await restOf(worker)).toMatchObject({
      ...{ status: 'unknown', rule: null, reading: null, dueAt: null, minutesWorked: 300 },
    });
  });

  it('follows from the reading, the rule and the breaks', async () => {
    await station.send('weather', [{ ts: ago(1), te: 36.5 }]);
    const [due, rested, short] = [
      await atWork(125),
      await atWork(125, [aBreak(70, 60)]),
      await atWork(125, [aBreak(70, 61)]),
    ];
    const found = await restOf(due);
    expect(found).toMatchObject({
      ...{ status: 'due', minutesWorked: 125, projectId, worker_name: expect.any(String) },
      rule: { key: 'hot', above: 35, restMinutes: 10, everyMinutes: 120, source: 'Title 8, § 3395(e)(6)' },
      reading: { deviceId: 'ws-01', value: 36.5, ageSeconds: expect.any(Number) },
    });
    expect(found.reading.ageSeconds).toBeGreaterThanOrEqual(60);
    expect(Date.parse(found.dueAt)).toBeLessThan(Date.now());
    expect(await restOf(rested)).toMatchObject({ status: 'waiting', minutesWorked: 60 });
    expect(await restOf(short)).toMatchObject({ status: 'waiting', minutesWorked: 116 });
    expect((await restOf(due, '')).status).toBe('due');
    const elsewhere = await atWork(200, [], farm.ids.projects['south']);
    expect(await restOf(elsewhere)).toBeUndefined();
    expect((await restOf(elsewhere, '')).status).toBe('unknown');
  });

  it('is for supervisors and admins of the company', async () => {
    expectRefusal(await farm.as('gus').get(REST), 403, 'B', 'forbidden');
    const stranger = `${REST}?projectId=0198f000-0000-7000-8000-000000000000`;
    expectRefusal(await ana.get(stranger), 404, 'B', 'project_not_found');
  });
});

describe('a rest that is due', () => {
  it('is noted once, with the event, and shows when the break came', async () => {
    await station.send('weather', [{ ts: ago(0.5), te: 37 }]);
    const worker = await atWork(130);
    const [noted] = await until('it is noted', async () => {
      const dues = await dueOf(worker);
      return dues.length > 0 && dues;
    });
    expect(noted).toMatchObject({
      ...{ rule: 'hot', above: 35, restMinutes: 10, everyMinutes: 120, deviceId: 'ws-01', value: 37 },
      ...{ restedAt: null, rested: null, correctedAt: null, worker_name: expect.any(String) },
    });
    const events = await system.sql<{ subjects: string[]; within: string[] }>(
      `SELECT subjects, within FROM audit.entries WHERE act = 'rest.due' AND $1 = ANY (within)`,
      [worker],
    );
    expect(events).toEqual([{ subjects: [noted!.restDueId], within: [worker] }]);
    const csv = await ana.get(`${REST}/due?projectId=${projectId}&from=${today()}&to=${today()}&format=csv`);
    expect(csv.text).toContain('dueAt,dueLocal');
  });

  it('is corrected when a break that was taken in time comes later', async () => {
    const worker = await farm.worker(ana);
    const early = await shiftOf(worker.id, { startedAt: ago(128) });
    await until('it is noted', async () => (await dueOf(worker.id)).length > 0);
    // The phone of the other supervisor syncs: the shift had a break.
    await ana.post(`${SHIFTS}/${early.shiftId}/void`, { reason: 'again, with its break' });
    await shiftOf(worker.id, { startedAt: ago(128), breaks: [aBreak(60, 45)] });
    const corrected = await until('it is corrected', async () => {
      const [due] = await dueOf(worker.id);
      return due?.correctedAt !== null && due;
    });
    expect(Date.parse(corrected.correctedAt)).toBeGreaterThanOrEqual(Date.parse(corrected.notedAt));
    expect(await dueOf(worker.id)).toHaveLength(1);
    expect(await restOf(worker.id)).toMatchObject({ status: 'waiting' });
  });
});

it('rules stand in the farm file, and a wrong one is refused by its place', async () => {
  const ada = farm.as('ada');
  const { restRules } = (await ada.get('/api/control/farm')).data;
  expect(restRules).toEqual(
    expect.arrayContaining([expect.objectContaining({ key: 'hot', project: 'north', status: 'active' })]),
  );
  const wrong = { key: 'x', project: 'nowhere', metric: 'te', above: 30, restMinutes: 5, everyMinutes: 60 };
  const answer = await ada.patch('/api/control/farm', { restRules: [wrong] });
  expectRefusal(answer, 400, 'B', 'validation_failed');
  expect(answer.body.details[0].field).toBe('restRules[0].project');
});

it('rules of a company are at most 200 in use, with those that a file does not list', async () => {
  const ada = farm.as('ada');
  const many = Array.from({ length: 199 }, (_, i) => ({
    ...{ key: `many-${i}`, project: 'north', metric: 'te', above: 60, restMinutes: 10, everyMinutes: 120 },
  }));
  const answer = await ada.patch('/api/control/farm', { restRules: many });
  expectRefusal(answer, 400, 'B', 'validation_failed');
  expect(answer.body.details).toEqual([
    { field: 'restRules', message: expect.stringContaining('at most 200') },
  ]);
  expect((await ada.patch('/api/control/farm', { restRules: many.slice(0, 198) })).status).toBe(200);
});
