import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { EventReader } from '../harness/event-reader.ts';
import { describeRefusals } from '../harness/refusal-cases.ts';
import { wrongFields } from '../harness/refusal.ts';
import { type Station, Telemetry } from '@furrow/telemetry/testing/stations';

const ALERTS = '/api/control/alerts';
const MINUTE = 60_000;

let system: System;
let telemetry: Telemetry;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let ada: Client;
let station: Station;
let events: EventReader;
beforeAll(async () => {
  system = await System.shared();
  telemetry = Telemetry.over(system);
  const devices = (key: string) =>
    ['ws-1', 'ws-2', 'ws-3', 'ws-4'].map((name) => ({
      deviceId: `${key}-${name}`,
      project: 'north',
      sector: 'n1',
    }));
  farm = await system.provision(aFarm('acme', { devices: devices('acme') }));
  foreign = await system.provision(aFarm('rival', { devices: devices('rival') }));
  ada = farm.as('ada');
  station = telemetry.station(farm, 'acme-ws-1', 'north/n1');
  events = await EventReader.open(farm.as('ana'));
});
afterAll(async () => {
  events?.hangUp();
  await telemetry?.close();
  await system?.stop();
});

/** Rows of weather, five minutes apart, the last one this many minutes ago. */
const weather = (values: number[], last = 1) =>
  values.map((te, index) => ({
    ts: new Date(Date.now() - (last + 5 * (values.length - 1 - index)) * MINUTE).toISOString(),
    te,
  }));
const frost = {
  name: 'Frost',
  kind: 'threshold',
  project: 'north',
  device: 'acme-ws-1',
  metric: 'te',
  below: 0,
};
const aFrost = (over: Record<string, Json> = {}) => ({ ...frost, for: '10m', clearBy: 1, ...over });
const put = async (key: string, body: Json, client = ada): Promise<Json> => {
  const answer = await client.request('PUT', `${ALERTS}/${key}`, body);
  if (answer.status !== 200) throw new Error(`No alert was made: ${answer.status} ${answer.text}`);
  return answer.data;
};
const state = async (key: string) => (await ada.get(`${ALERTS}/${key}`)).data;
const becomes = (key: string, wanted: string) =>
  until(`${key} is ${wanted}`, async () => (await state(key)).state === wanted && state(key));
const changesOf = (key: string) =>
  events.events
    .filter(({ data }) => data.data.key === key)
    .map(({ event, data }) => [event, data.data.state]);

describe('an alert', () => {
  it('is created and shown, and the same request again changes nothing', async () => {
    const made = await put('frost-0', aFrost());
    expect(made).toEqual({
      ...{ key: 'frost-0', ...aFrost(), projectId: farm.ids.projects['north'], above: null, state: 'ok' },
      devices: [
        {
          deviceId: 'acme-ws-1',
          state: 'ok',
          since: expect.any(String),
          flapped: false,
          setAsideUntil: null,
        },
      ],
      ...{ counts: { ok: 1, pending: 0, firing: 0, no_data: 0 }, setAside: 0 },
    });
    expect(await put('frost-0', aFrost({ project: farm.ids.projects['north']! }))).toEqual(made);
    expect(await put('frost-0', aFrost({ name: 'Cold' }))).toEqual({ ...made, name: 'Cold' });
    const all = (await farm.as('gus').get(ALERTS)).data;
    expect(all.map(({ key }: Json) => key)).toEqual(['frost-0']);
    expect((await foreign.as('ada').get(ALERTS)).data).toEqual([]);
  });

  it('is listed in pages, and so are its devices', async () => {
    for (const key of ['page-1', 'page-2', 'page-3'])
      await put(key, { name: key, kind: 'silent', project: 'north', for: '30d' });
    const list = async (path: string) => (await farm.as('gus').get(path)).body;
    const pages = await Promise.all([1, 2].map((page) => list(`${ALERTS}?pageSize=2&page=${page}`)));
    expect(pages.flatMap(({ data }) => data.map(({ key }: Json) => key))).toEqual([
      ...['frost-0', 'page-1', 'page-2', 'page-3'],
    ]);
    expect(pages[0].meta).toEqual({ page: 1, pageSize: 2, total: 4, totalPages: 2 });
    expect(await list(`${ALERTS}?order=state&pageSize=100`)).toEqual(await list(`${ALERTS}?pageSize=100`));
    expect(wrongFields(await ada.get(`${ALERTS}?order=name&pageSize=1000`))).toEqual(['order', 'pageSize']);
    expect((await list(`${ALERTS}/page-1/devices?pageSize=3`)).data).toHaveLength(3);
    const { data, meta } = await list(`${ALERTS}/page-1/devices?pageSize=3&page=2`);
    expect(data.map(({ deviceId }: Json) => deviceId)).toEqual(['acme-ws-4']);
    expect(meta).toEqual({ page: 2, pageSize: 3, total: 4, totalPages: 2 });
    expect((await foreign.as('ada').get(`${ALERTS}/page-1/devices`)).status).toBe(404);
    for (const key of ['page-1', 'page-2', 'page-3']) await ada.request('DELETE', `${ALERTS}/${key}`);
  });

  it('is raised and cleared by readings, with one event each', async () => {
    await put('frost', aFrost());
    await station.send('weather', weather([4, -1, -2, -1]));
    const firing = await becomes('frost', 'firing');
    expect(firing.devices).toHaveLength(1);
    await station.send('weather', weather([4, -1, -2, -1]));
    await station.send('weather', [{ ts: new Date(Date.now() - 20_000).toISOString(), te: 5 }]);
    await becomes('frost', 'ok');
    await until('both events', () => changesOf('frost').length >= 2);
    expect(changesOf('frost')).toEqual([
      ['alert.raised', 'firing'],
      ['alert.cleared', 'ok'],
    ]);
  });

  it('leaves a list of its changes, the latest first, a page at a time', async () => {
    const list = async (query: string, as = farm.as('gus')) =>
      (await as.get(`/api/console/alert-changes${query}`)).body;
    const ofFrost = ({ data }: Json) =>
      data.filter(({ key }: Json) => key === 'frost').map(({ state, event }: Json) => [state, event]);
    expect(ofFrost(await list(''))).toEqual([
      ['ok', 'alert.cleared'],
      ['firing', 'alert.raised'],
      ['pending', null],
    ]);
    const all = await list('?pageSize=100');
    expect(all.meta).toEqual({ next: null });
    expect(all.data.find(({ key }: Json) => key === 'frost')).toEqual({
      ...{ key: 'frost', name: 'Frost', device: 'acme-ws-1', state: 'ok', event: 'alert.cleared' },
      ...{ at: expect.stringMatching(/Z$/), leftOut: 0 },
    });
    const paged: Json[] = [];
    for (let before = ''; ;) {
      const { data, meta } = await list(`?pageSize=2${before}`);
      paged.push(...data);
      if (meta.next === null) break;
      before = `&before=${meta.next}`;
    }
    expect(paged).toEqual(all.data);
    expect((await list('', foreign.as('ada'))).data).toEqual([]);
    for (const wrong of ['0', '-1', 'x', '1'.repeat(19)]) {
      const refused = await ada.get(`/api/console/alert-changes?before=${wrong}`);
      expect([refused.status, wrongFields(refused)]).toEqual([400, ['before']]);
    }
  });

  it('on silence watches every device of the project, from its last reading on', async () => {
    const other = telemetry.station(farm, 'acme-ws-2', 'north/n1');
    await other.send('weather', weather([5, 5], 40));
    const valve = telemetry.station(farm, 'acme-ws-4', 'north/n1');
    await valve.send('irrigation', [{ eventId: 'e-1', startedAt: weather([0], 40)[0]!.ts }]);
    await put('gone', { name: 'Gone', kind: 'silent', project: 'north', for: '30m' });
    const { devices } = await becomes('gone', 'firing');
    const states = Object.fromEntries(devices.map(({ deviceId, state: its }: Json) => [deviceId, its]));
    // The third device has never sent anything, so its half hour begins now.
    expect(states).toEqual({
      ...{ 'acme-ws-1': 'ok', 'acme-ws-2': 'firing', 'acme-ws-3': 'ok', 'acme-ws-4': 'firing' },
    });
    const since = Date.parse(devices.find(({ deviceId }: Json) => deviceId === 'acme-ws-2').since);
    expect(Math.abs(Date.now() - 10 * MINUTE - since)).toBeLessThan(2 * MINUTE);
  });

  it('is cleared when its rule is changed or removed', async () => {
    await put('brief', aFrost({ below: 100, for: '0s' }));
    await becomes('brief', 'firing');
    await put('brief', aFrost({ below: -50, for: '0s' }));
    await until('it is cleared', () => changesOf('brief').length >= 2);
    await put('brief', aFrost({ below: 100, for: '0s' }));
    await becomes('brief', 'firing');
    expect((await ada.request('DELETE', `${ALERTS}/brief`)).status).toBe(204);
    await until('it is cleared again', () => changesOf('brief').length >= 4);
    expect(changesOf('brief')).toEqual([
      ['alert.raised', 'firing'],
      ['alert.cleared', 'ok'],
      ['alert.raised', 'firing'],
      ['alert.cleared', 'ok'],
    ]);
    expect((await ada.get(`${ALERTS}/brief`)).status).toBe(404);
  });

  it('may watch every number of weather and soil', async () => {
    const air = {
      te: 5,
      hr: 50,
      wind: 3,
      rain: 2,
      rad: 10,
      par: 10,
      wet: 5,
      pressure: 1_000,
      gust: 5,
      dir: 90,
    };
    const ground = { moisture: 20, temperature: 15, ec: 1, tension: 10 };
    const metrics = Object.entries({ ...air, ...ground });
    const watched = { name: 'Much', kind: 'threshold', project: 'north', device: 'acme-ws-2', for: '0s' };
    for (const [metric, value] of metrics)
      await put(`much-${metric}`, { ...watched, metric, above: value - 0.5 });
    const { ts } = weather([0])[0]!;
    const probe = telemetry.station(farm, 'acme-ws-2', 'north/n1');
    await probe.send('weather', [{ ts, ...air }]);
    await probe.send('soil', [
      { ts, depth: 60, ...ground },
      { ts, depth: 20, moisture: 1 },
    ]);
    const fired = metrics.map(async ([metric]) => (await becomes(`much-${metric}`, 'firing')).state);
    expect(await Promise.all(fired)).toEqual(metrics.map(() => 'firing'));
  });
});

describeRefusals('an alert is refused', 'B', [
  ['to nobody', () => system.stranger.get(ALERTS), 401, 'unauthenticated'],
  ['to a supervisor who would make one', () => request(farm.as('ana'), aFrost()), 403, 'forbidden'],
  ['in no project', () => request(ada, aFrost({ project: 'south' })), 404, 'project_not_found'],
  ['in another company’s project', () => request(foreign.as('ada'), aFrost()), 404, 'device_not_found'],
  [
    'for another company’s device',
    () => request(ada, aFrost({ device: 'rival-ws-1' })),
    404,
    'device_not_found',
  ],
  ['where there is none', () => ada.get(`${ALERTS}/none`), 404, 'alert_not_found'],
  ['where there is none to remove', () => ada.request('DELETE', `${ALERTS}/none`), 404, 'alert_not_found'],
]);

it('every wrong member of a rule is named at once', async () => {
  expect(wrongFields(await request(ada, { ...frost, name: '', for: 'soon', kind: 'loud' }))).toEqual(
    expect.arrayContaining(['name', 'for', 'kind']),
  );
  expect(wrongFields(await request(ada, aFrost({ above: 1, metric: null })))).toEqual(['above', 'metric']);
});

const request = (client: Client, body: Json) => client.request('PUT', `${ALERTS}/refused`, body);
