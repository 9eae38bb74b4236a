import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { DemoFarm } from '@furrow/testbed/demo';
import { fetch, type Json, System } from '@furrow/testbed/system';

const DAY = 86_400_000;
/** More is picked every minute. */
const END = new Date().toISOString();
/** Tables that the running API writes for itself. */
const OF_OPERATION = ['access.feed_reads', 'access.phones', 'notifications.alert_attempts', 'feed.lives'];

let system: System;
let farm: DemoFarm;

beforeAll(async () => {
  system = await System.start();
  farm = await DemoFarm.withSeason(system, END);
});
afterAll(() => system?.stop());

const get = async (path: string, who = 'clara') => (await farm.as(who).get(`/api/control/${path}`)).data;
const all = async (path: string): Promise<Json[]> => {
  const { body } = await farm.as('clara').get(`/api/control/${path}&pageSize=100`);
  const pages = Array.from({ length: body.meta.totalPages }, (_, i) =>
    get(`${path}&pageSize=100&page=${i + 1}`),
  );
  return (await Promise.all(pages)).flat();
};
const dayAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

describe('the season of the demo farm', () => {
  it('has sessions on sixty days, in several sectors and crops, ended in every way, and one that is open', async () => {
    await until(
      'the sweep has closed what lapsed',
      async () => (await get('production/sessions?status=open')).length === 1,
    );
    const sessions = await all('production/sessions?');
    expect(new Set(sessions.map(({ day }) => day)).size).toBeGreaterThanOrEqual(60);
    expect(new Set(sessions.map(({ sector_name }) => sector_name)).size).toBe(5);
    expect(new Set(sessions.map(({ closedReason }) => closedReason))).toEqual(
      new Set([null, 'manual', 'midnight_local', 'max_duration']),
    );
    const [open] = await get('production/sessions?status=open', 'mateo');
    expect(open.warnings.map(({ code }: Json) => code)).toContain('pre_harvest_interval');
  });

  it('has picks of every quality, and of five crops', async () => {
    const range = `startTime=${dayAgo(60)}&endTime=${dayAgo(1)}`;
    const { data } = await farm.program.get(`/api/control/harvest?${range}`);
    const qualities = new Set(
      data.flatMap(({ qualityBreakdown }: Json) => qualityBreakdown).map((one: Json) => one.qualityName),
    );
    expect(new Set(data.map(({ crop }: Json) => crop)).size).toBe(5);
    expect([...qualities].sort()).toEqual(['Export', 'Industry', 'Local market']);
  });

  it('has twenty workers with photos, and shifts with breaks for each of them', async () => {
    const workers = await all('workers?');
    expect(workers).toHaveLength(20);
    const photo = await fetch(workers[0]!.photo_url);
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(workers.every(({ photo_url }) => photo_url !== null)).toBe(true);
    const shifts = await all('shifts?');
    const rested = new Set(shifts.filter(({ breaks }) => breaks.length > 0).map(({ workerId }) => workerId));
    expect(rested).toEqual(new Set(workers.map(({ id }) => id)));
    expect(shifts.some(({ endedAt }) => endedAt === null)).toBe(true);
  });

  it('has a frozen pay run, and a draft that adjusts it', async () => {
    const runs = (await get('pay-runs?')) as Json[];
    const frozen = runs.find(({ status }) => status === 'frozen');
    const draft = runs.find(({ status }) => status === 'draft');
    expect(runs).toHaveLength(2);
    const { statements } = await get(`pay-runs/${draft.payRunId}`);
    const lines = statements.flatMap((one: Json) => one.lines);
    expect(lines.filter(({ payRunId }: Json) => payRunId === frozen.payRunId)).toMatchObject([
      { kind: 'adjustment' },
    ]);
  });

  it('has pests and a disease, of which one is above its threshold in one sector', async () => {
    const range = `startTime=${dayAgo(14)}&endTime=${dayAgo(0)}`;
    const { sectors } = (await farm.program.get(`/api/control/phytosanitary/summary?${range}`)).body;
    const found = sectors.flatMap(({ sector_name, pests_diseases }: Json) =>
      pests_diseases.map((one: Json) => ({ sector_name, ...one })),
    );
    expect(new Set(found.map(({ eppoCode }: Json) => eppoCode))).toEqual(
      new Set(['LASPMO', 'MYZUPE', 'PODOTR']),
    );
    const above = found.filter(({ aboveThreshold }: Json) => aboveThreshold);
    expect(above).toEqual([expect.objectContaining({ sector_name: 'Vega 2', eppoCode: 'MYZUPE' })]);
    const form = farm.ids.forms['scouting'];
    const records = await all(`forms/${form}/records?`);
    expect(records.some(({ media }) => media?.length > 0)).toBe(true);
    expect(Math.min(...records.map(({ recordedAt }) => Date.parse(recordedAt)))).toBeLessThan(
      Date.now() - 60 * DAY,
    );
  });

  it('has treatments, plant and soil readings, and irrigation', async () => {
    expect((await all('treatments?')).length).toBeGreaterThanOrEqual(5);
    expect((await series('plant', 40, 'interval=1d')).length).toBeGreaterThan(60);
    const depths = (await series('soil', 40, 'interval=1d')).map(({ depth }) => depth);
    expect([depths.length > 100, [...new Set(depths)]]).toEqual([true, [15, 30, 60]]);
    expect((await series('irrigation', 40)).length).toBeGreaterThan(30);
  });

  it('has a hot afternoon, in which three have worked through', async () => {
    const rests = (await get('rest?')) as Json[];
    expect(rests).toHaveLength(11);
    const named = (status: string) =>
      rests.filter((one) => one.status === status).map(({ worker_name }) => worker_name);
    expect(named('due').sort()).toEqual(['Fátima El Idrissi', 'Ginés Marín', 'Ionuț Popescu']);
    expect(named('waiting')).toHaveLength(8);
    expect(rests[0]).toMatchObject({ rule: { key: 'calor' }, reading: { deviceId: 'demo-station-01' } });
    const hours = (await farm.program.get(seriesPath('heat', 1, -1, ''))).data;
    expect(hours.at(-1)!.heatIndex).toBeGreaterThan(32);
    await until('what is due is noted', async () => (await count(system, 'safety.rest_dues')) === 3);
  });

  it('has thirteen months of weather with rain, radiation and leaf wetness, and a gap', async () => {
    const days = [...(await weather(395, 200)), ...(await weather(200, 0))];
    expect(days.length).toBeGreaterThanOrEqual(394);
    for (const member of ['te', 'hr', 'wind', 'rain', 'rad', 'wet'])
      expect(days.filter((day) => day[member] !== null && day[member] > 0).length).toBeGreaterThan(20);
    const hours = await series('weather', 25, 'interval=1h');
    const missing = hours.filter(({ te }) => te === null).length;
    expect(missing + (25 * 24 - hours.length)).toBeGreaterThanOrEqual(7);
  });

  it('has two alerts, of which one is firing, a webhook, and tasks that are open and done', async () => {
    await until('the silent station raises its alert', async () =>
      (await get('alerts?')).some(({ state }: Json) => state === 'firing'),
    );
    const alerts = (await get('alerts?')) as Json[];
    expect(alerts.map(({ key, state }) => [key, state]).sort()).toEqual([
      ['estacion-muda', 'firing'],
      ['helada', expect.stringMatching(/ok|no_data|pending/)],
    ]);
    expect(await get('webhooks')).toHaveLength(1);
    const tasks = await system.sql<{ status: string; count: number }>(
      'SELECT status, count(*)::int FROM forms.tasks GROUP BY status ORDER BY status',
    );
    expect(tasks).toEqual([
      { status: 'done', count: 3 },
      { status: 'open', count: 4 },
    ]);
  });
});

it('a second run changes nothing', async () => {
  const before = await settled(system);
  await farm.makeSeason();
  expect(await settled(system)).toEqual(before);
});

it('a season that was killed several times is continued, and becomes the same', async () => {
  const other = await System.start();
  try {
    const killed = await DemoFarm.applied(other);
    for (const [table, rows] of [
      ['workforce.workers', 7],
      ['production.records', 3_000],
      ['telemetry.weather', 9_000],
      ['payroll.runs', 1],
    ] as const) {
      const program = killed.startSeason(END);
      await until(
        `${table} has ${rows} rows`,
        async () => (await count(other, table)) >= rows || program.exitCode !== null,
      );
      program.kill('SIGKILL');
    }
    // One of two waits for the other, and then finds that there is nothing left to do.
    await Promise.all([killed.makeSeason(END), killed.makeSeason(END)]);
    expect(await settled(other)).toEqual(await settled(system));
  } finally {
    await other.stop();
  }
});

async function series(kind: string, days: number, more = ''): Promise<Json[]> {
  return (await farm.program.get(seriesPath(kind, days, 0, more))).data;
}

async function weather(from: number, to: number): Promise<Json[]> {
  return (await farm.program.get(seriesPath('weather', from, to, 'interval=1d&include=rain,rad,wet'))).data;
}

function seriesPath(kind: string, from: number, to: number, more: string): string {
  const query = new URLSearchParams({
    projectId: farm.ids.projects['vega']!,
    ...{ from: `${dayAgo(from)}T00:00:00`, to: `${dayAgo(to)}T00:00:00`, timezone: 'Europe/Madrid' },
  });
  return `/api/iot/${kind}?${query.toString()}&${more}`;
}

/** Of some tables rows alone say too little: `media.objects` has some of a killed program that are removed a day later. */
const COUNTS: Readonly<Record<string, string>> = {
  'media.objects': 'SELECT count(*)::int FROM media.objects WHERE kept',
  // The sweep closes as many sessions at once as have lapsed by then.
  'audit.entries': 'SELECT sum(cardinality(subjects))::int AS count FROM audit.entries',
};

async function count(of: System, table: string): Promise<number> {
  const [row] = await of.sql<{ count: number }>(COUNTS[table] ?? `SELECT count(*)::int FROM ${table}`);
  return row!.count;
}

/** Rows by table, once background work has nothing left to do. */
async function settled(of: System): Promise<Record<string, number>> {
  await until('the rests that are due are noted', async () => (await count(of, 'safety.rest_dues')) === 3);
  let before: Record<string, number>;
  let now = await rows(of);
  do {
    before = now;
    await sleep(2_500);
    now = await rows(of);
  } while (JSON.stringify(now) !== JSON.stringify(before));
  return now;
}

async function rows(of: System): Promise<Record<string, number>> {
  const tables = await of.sql<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema$)' ORDER BY 1`,
  );
  const counted = tables.map(({ name }) => name).filter((name) => !OF_OPERATION.includes(name));
  return Object.fromEntries(
    await Promise.all(counted.map(async (name) => [name, await count(of, name)] as const)),
  );
}
