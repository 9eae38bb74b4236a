import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { EventReader } from '../harness/event-reader.ts';
import { Telemetry } from '@furrow/telemetry/testing/stations';

const ALERTS = '/api/control/alerts';
const READINGS = 2_001;
/** A quarter of what a production API has. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=256' };

let system: System;
let telemetry: Telemetry;
let farm: ProvisionedFarm;
let neighbour: ProvisionedFarm;
const devices = (key: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ deviceId: `${key}-${n}`, project: 'north', sector: 'n1' }));
beforeAll(async () => {
  system = await System.start(SMALL_HEAP);
  telemetry = Telemetry.over(system);
  farm = await system.provision(aFarm('acme', { devices: devices('acme', 7) }));
  neighbour = await system.provision(aFarm('rival', { devices: devices('rival', 2) }));
});
afterAll(async () => {
  await telemetry?.close();
  await system?.stop();
});

const frost = (device: string | null) => ({
  ...{ name: 'Frost', kind: 'threshold', project: 'north', device, metric: 'te', below: 0, for: '0s' },
});
const put = (client: Client, key: string, device: string | null) =>
  client.request('PUT', `${ALERTS}/${key}`, frost(device));
/** Readings two seconds apart, of which each changes the state, the last one below 0 °C and some seconds ago. */
const flap = async (owner: ProvisionedFarm, deviceId: string) => {
  const last = Date.now() - 15_000;
  const readings = Array.from({ length: READINGS }, (_, n) => ({
    ts: new Date(last - 2_000 * (READINGS - 1 - n)).toISOString(),
    te: n % 2 === 0 ? -20 : 20,
  }));
  await telemetry.station(owner, deviceId, 'north/n1').send('weather', readings);
};
const alert = async (client: Client, key: string) => (await client.get(`${ALERTS}/${key}`)).data;
const allRules = async (client: Client): Promise<Json[]> => {
  const pages = await Promise.all([1, 2].map((page) => client.get(`${ALERTS}?pageSize=100&page=${page}`)));
  return pages.flatMap(({ data }) => data);
};

describe('readings that flap under as many rules as there may be', () => {
  it('end no process, delay no other company, and leave listeners with the true state', async () => {
    const ada = farm.as('ada');
    const owner = neighbour.as('ada');
    for (let n = 0; n < 200; n++)
      expect((await put(ada, `rule-${n}`, `acme-${Math.floor(n / 50)}`)).status).toBe(200);
    const exceeded = await put(ada, 'rule-200', 'acme-4');
    expect([exceeded.status, exceeded.body.code, exceeded.body.limit]).toEqual([422, 'too_many_alerts', 200]);
    for (let n = 0; n < 50; n++) expect((await put(owner, `rule-${n}`, 'rival-0')).status).toBe(200);
    const tooMany = await put(owner, 'rule-50', null);
    expect([tooMany.status, tooMany.body.code, tooMany.body.limit]).toEqual([422, 'too_many_alerts', 50]);
    expect(tooMany.body.message).toContain('at most 50');

    const events = await EventReader.open(farm.as('ana'));
    for (let n = 0; n < 4; n++) await flap(farm, `acme-${n}`);
    const ts = new Date(Date.now() - 15_000).toISOString();
    await telemetry.station(neighbour, 'rival-0', 'north/n1').send('weather', [{ ts, te: -1 }]);
    await until('the neighbour is warned', async () => (await alert(owner, 'rule-0')).state === 'firing');

    // The last reading alone leaves this state at the end of a slice.
    const isEvaluated = async () =>
      (await allRules(ada)).every(({ state, devices: [its] }) => state === 'firing' && its.flapped);
    await until('all readings are evaluated', isEvaluated);
    expect(system.isRunning).toBe(true);
    const told = () =>
      events.events.filter(({ data }) => data.data.key === 'rule-7').map(({ event }) => event);
    const { count } = (
      await system.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM notifications.alert_changes WHERE key = 'rule-7' AND device_id = 'acme-0'`,
      )
    )[0]!;
    await until('every change is told', () => Promise.resolve(told().length === count));
    events.hangUp();
    expect(told()).toEqual(told().map((_, index) => (index % 2 === 0 ? 'alert.raised' : 'alert.cleared')));
    expect(told().at(-1)).toBe('alert.raised');
    expect(count).toBeLessThan(READINGS / 10);
    const [left] = await system.sql<{ total: number }>(
      `SELECT (sum(left_out) + count(*))::int AS total FROM notifications.alert_changes WHERE key = 'rule-7' AND device_id = 'acme-0'`,
    );
    expect(left?.total).toBe(READINGS);
    const { data } = (await farm.as('gus').get('/api/console/alert-changes')).body;
    expect(data.some(({ leftOut }: Json) => leftOut > 0)).toBe(true);
  });

  it('end no process where there are more rules than may be created today', async () => {
    const ada = farm.as('ada');
    await system.sql(
      `INSERT INTO notifications.alerts
         (company_id, key, name, kind, project_id, device_id, metric, below, lasts, clear_by, since)
       SELECT company_id, 'older-' || n, name, kind, project_id, 'acme-5', metric, below, lasts, clear_by, now() - interval '1 day'
       FROM notifications.alerts, generate_series(1, 400) AS n WHERE key = 'rule-0' AND device_id = 'acme-0'`,
    );
    await system.sql(
      `INSERT INTO notifications.alert_progress (company_id, key, device_id, state, since, through, due_at)
       SELECT company_id, key, device_id, 'ok', since, since, since FROM notifications.alerts WHERE key LIKE 'older-%'`,
    );
    await flap(farm, 'acme-5');
    const isEvaluated = async () => {
      const rows = await system.sql<{ state: string }>(
        `SELECT DISTINCT state FROM notifications.alert_progress WHERE device_id = 'acme-5'`,
      );
      return rows.map(({ state }) => state).join() === 'firing';
    };
    await until('all readings are evaluated', isEvaluated);
    expect(system.isRunning).toBe(true);
    expect((await ada.request('PUT', `${ALERTS}/older-1`, { ...frost('acme-5'), below: 1 })).status).toBe(
      200,
    );
    expect((await put(ada, 'newer', 'acme-6')).status).toBe(422);
  });
});

it('a device whose evaluation ends the process three times is set aside, after a restart too, until it succeeds', async () => {
  const owner = neighbour.as('ada');
  for (let n = 0; n < 25; n++) await owner.request('DELETE', `${ALERTS}/rule-${n}`);
  expect((await put(owner, 'watched', null)).status).toBe(200);
  // While it is stored, the process is killed.
  await system.sql(`
    CREATE FUNCTION notifications.sleeps() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN PERFORM pg_sleep(300); RETURN NEW; END $$;
    CREATE TRIGGER sleeps BEFORE UPDATE ON notifications.alert_progress FOR EACH ROW
      WHEN (NEW.device_id = 'rival-1') EXECUTE FUNCTION notifications.sleeps()`);
  const ts = new Date(Date.now() - 15_000).toISOString();
  await telemetry.station(neighbour, 'rival-1', 'north/n1').send('weather', [{ ts, te: -1 }]);
  for (let times = 1; times <= 3; times++) {
    await until(`it is evaluated ${times} times`, async () => {
      const [row] = await system.sql<{ attempts: number }>(
        `SELECT attempts FROM notifications.alert_attempts WHERE device_id = 'rival-1'`,
      );
      return row?.attempts === times;
    });
    await system.kill();
    await system.superuser(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    await system.startAgain();
  }
  const after = new Date(Date.now() - 11_000).toISOString();
  await telemetry.station(neighbour, 'rival-0', 'north/n1').send('weather', [{ ts: after, te: -1 }]);
  const shown = await until('the other device is evaluated', async () => {
    const found = await alert(neighbour.as('ada'), 'watched');
    return found.counts.firing === 1 && found;
  });
  expect(shown).toMatchObject({ counts: { ok: 1, firing: 1 }, setAside: 1 });
  expect(shown.devices).toEqual([
    expect.objectContaining({ deviceId: 'rival-0', state: 'firing', setAsideUntil: null }),
    expect.objectContaining({ deviceId: 'rival-1', setAsideUntil: expect.stringMatching(/Z$/) }),
  ]);
  expect(Date.parse(shown.devices[1].setAsideUntil)).toBeGreaterThan(Date.now());
  const { findings } = await system.furrow<{ findings: Json[] }>('doctor');
  expect(findings.find(({ subject }) => subject === 'alerts')).toMatchObject({
    ...{ state: 'warning', message: expect.stringMatching(/1 device is set aside.*rival-1/) },
  });

  await system.sql('DROP TRIGGER sleeps ON notifications.alert_progress');
  await system.sql(`UPDATE notifications.alert_attempts SET retry_at = now() WHERE device_id = 'rival-1'`);
  const mended = await until('it is evaluated', async () => {
    const found = await alert(neighbour.as('ada'), 'watched');
    return found.counts.firing === 2 && found;
  });
  expect(mended.setAside).toBe(0);
});
