import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aScoutedFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';
import { type Station, Telemetry } from '@furrow/telemetry/testing/stations';

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
  system = await System.shared();
  farm = await system.provision(
    aScoutedFarm('acme', {
      devices: ['ws-01', 'ws-02'].map((deviceId) => ({ deviceId, project: 'north' })),
      restRules: RULES.map((rule) => ({ ...rule, source: 'Title 8, § 3395(e)(6)' })),
    }),
  );
  ana = farm.as('ana');
  telemetry = Telemetry.over(system);
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
/** UTC date of so many days ago. */
const day = (days: number) => ago(days * 24 * 60).slice(0, 10);
const dueOf = async (workerId: string): Promise<Json[]> => {
  const answer = await ana.get(`${REST}/due?projectId=${projectId}&from=${day(1)}&to=${day(0)}`);
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
    // In the shade it is cooler: of several stations the hottest counts, also where another one measured later.
    await telemetry.station(farm, 'ws-02', 'north/n1').send('weather', [{ ts: ago(0.9), te: 29 }]);
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

  it('comes with the rules and readings of each project, also where nobody is at work', async () => {
    await station.send('weather', [{ ts: ago(0.8), te: 36.6 }]);
    const { meta } = (await ana.get(REST)).body;
    const [north, south] = [projectId, farm.ids.projects['south']];
    expect(meta.projects.map((one: Json) => one.projectId).sort()).toEqual([north, south].sort());
    const of = (id: string | undefined) => meta.projects.find((one: Json) => one.projectId === id);
    expect(of(north)).toMatchObject({
      ...{ rules: [{ key: 'hot', above: 35 }], te: { deviceId: 'ws-01', value: 36.6 }, heatIndex: null },
    });
    expect(of(south)).toMatchObject({ rules: [{ key: 'mild' }], te: null, heatIndex: null });
    const own = (await ana.get(`${REST}?projectId=${projectId}`)).body.meta.projects;
    expect(own).toMatchObject([{ projectId: north }]);
  });

  it('is for supervisors and admins of the company', async () => {
    expectRefusal(await farm.as('gus').get(REST), 403, 'B', 'forbidden');
    const stranger = `${REST}?projectId=0198f000-0000-7000-8000-000000000000`;
    expectRefusal(await ana.get(stranger), 404, 'B', 'project_not_found');
  });
});

describe('a rest that is due', () => {
  /** Of workers: who is plainly due, who began earlier than known, who had rested, and who went home in time. */
  const workers: Record<'plain' | 'early' | 'rested' | 'gone', string> = {} as never;
  const before: Record<string, Json[]> = {};

  beforeAll(async () => {
    await station.send('weather', [{ ts: ago(0.5), te: 37 }]);
    const shifts: Record<string, Json> = {};
    for (const who of ['plain', 'early', 'rested', 'gone'] as const) {
      workers[who] = (await farm.worker(ana)).id;
      shifts[who] = await shiftOf(workers[who], { startedAt: ago(130) });
    }
    const due = async (who: keyof typeof workers) => {
      before[who] = await dueOf(workers[who]);
      return before[who].length > 0;
    };
    for (const who of ['plain', 'early', 'rested', 'gone'] as const)
      await until(`${who} is noted`, () => due(who));
    // The phones of other supervisors sync, and the rule is changed.
    await shiftOf(workers.early, { startedAt: ago(200), endedAt: ago(130) });
    await ana.post(`${SHIFTS}/${shifts['rested']!.shiftId}/void`, { reason: 'again, with its break' });
    await shiftOf(workers.rested, { startedAt: ago(130), breaks: [aBreak(60, 45)] });
    await ana.post(`${SHIFTS}/${shifts['gone']!.shiftId}/end`, { endedAt: ago(20) });
    const changed = { ...RULES[0], above: 34, source: null };
    await farm.as('ada').patch('/api/control/farm', { restRules: [changed] });
    const last = await atWork(300);
    await until('the job has run since', async () => (await dueOf(last)).length > 0);
  });

  const events = (worker: string) =>
    system.sql<{ act: string; subjects: string[] }>(
      `SELECT act, subjects FROM audit.entries WHERE $1 = ANY (within) AND act LIKE 'rest.%' ORDER BY entry_id`,
      [worker],
    );

  it('is noted once, with the event', async () => {
    const [noted] = before['plain']!;
    expect(noted).toMatchObject({
      ...{ rule: 'hot', above: 35, restMinutes: 10, everyMinutes: 120, deviceId: 'ws-01', value: 37 },
      ...{ restedAt: null, rested: null, correctedAt: null, worker_name: expect.any(String) },
    });
    expect(await events(workers.plain)).toEqual([{ act: 'rest.due', subjects: [noted!.restDueId] }]);
  });

  it('shows what was known when it was noted, whatever the rule is now', async () => {
    expect(await dueOf(workers.plain)).toEqual(before['plain']);
    expect((await restOf(workers.plain)).rule).toMatchObject({ key: 'hot', above: 34, source: null });
    const csv = await ana.get(`${REST}/due?projectId=${projectId}&from=${day(1)}&to=${day(0)}&format=csv`);
    expect(csv.text).toContain('dueAt,dueLocal');
    const line = csv.text.split('\r\n').find((each) => each.includes(before['plain']![0]!.restDueId))!;
    expect(line).toContain('"Title 8, § 3395(e)(6)",ws-01,37,');
  });

  it('is the same where work that began earlier is synced later', async () => {
    expect(await dueOf(workers.early)).toEqual(before['early']);
    expect(await events(workers.early)).toHaveLength(1);
    expect(await restOf(workers.early)).toMatchObject({ status: 'due', minutesWorked: 200 });
  });

  it('is corrected where a break that was taken in time is synced later', async () => {
    const [corrected, ...more] = await dueOf(workers.rested);
    expect(more).toEqual([]);
    const later = { restedAt: expect.any(String), rested: 15, correctedAt: expect.any(String) };
    expect(corrected).toEqual({ ...before['rested']![0], ...later });
    expect(Date.parse(corrected!.correctedAt)).toBeGreaterThan(Date.parse(corrected!.notedAt));
    expect((await events(workers.rested)).map(({ act }) => act)).toEqual(['rest.due', 'rest.corrected']);
    expect(await restOf(workers.rested)).toMatchObject({ status: 'waiting' });
  });

  it('is corrected where the end of the shift is synced later', async () => {
    expect(await dueOf(workers.gone)).toMatchObject([{ correctedAt: expect.any(String) }]);
    expect(await restOf(workers.gone)).toBeUndefined();
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
  const many = Array.from({ length: 99 }, (_, index) => ({ ...wrong, key: `r${index}`, project: 'north' }));
  const tooMany = await ada.patch('/api/control/farm', { restRules: many });
  expectRefusal(tooMany, 400, 'B', 'validation_failed');
  expect(tooMany.body.details).toEqual([
    { field: 'restRules', message: expect.stringContaining('a company has at most 100') },
  ]);
});
