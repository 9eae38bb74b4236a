import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { heatIndex } from '@furrow/telemetry/domain';
import { aScoutedFarm, type ProvisionedFarm, Scout } from '@furrow/testbed/farms';
import { type Answer, Client, type Json, System } from '@furrow/testbed/system';
import { SlowReader } from '../harness/network/slow-reader.ts';
import { expectCommonHeaders } from '../harness/refusal.ts';
import { type Station, Telemetry } from '@furrow/telemetry/testing/stations';

const ZONE = 'America/Santiago';
const MINUTE = 60_000;

let system: System;
let farm: ProvisionedFarm;
let telemetry: Telemetry;
let station: Station;
let neighbour: Station;
let program: Client;

beforeAll(async () => {
  system = await System.shared();
  const device = (deviceId: string, project: string) => ({ deviceId, project, sector: `${project[0]}1` });
  const devices = [
    device('ws-01', 'north'),
    device('ws-02', 'north'),
    device('ws-03', 'south'),
    device('ws-04', 'cuba'),
  ];
  farm = await system.provision(aScoutedFarm('acme', { devices }));
  telemetry = Telemetry.over(system);
  station = telemetry.station(farm, 'ws-01', 'north/n1');
  neighbour = telemetry.station(farm, 'ws-02', 'north/n1');
  // Any active token of the company is accepted, whatever its scope.
  program = new Client(system.url, { 'x-api-key': farm.ids.apiTokens['production']!.credential });
});
afterAll(async () => {
  await telemetry?.close();
  await system?.stop();
});

const pathOf = (what: string, from: string, to: string, more: Record<string, string> = {}): string => {
  const query = { projectId: farm.ids.projects['north']!, from, to, timezone: ZONE, ...more };
  return `/api/iot/${what}?${new URLSearchParams(query).toString()}`;
};
const ask = (...question: Parameters<typeof pathOf>): Promise<Answer> => program.get(pathOf(...question));
const points = async (...question: Parameters<typeof ask>): Promise<Json[]> => {
  const answer = await ask(...question);
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body)).toEqual(['status', 'data']);
  expect(answer.body.status).toBe('success');
  return answer.data;
};

describe('the weather series', () => {
  it('is returned point by point, in local time', async () => {
    await station.send('weather', [
      { ts: '2026-03-01T13:00:00Z', te: 25, hr: 60, wind: 1.5 },
      { ts: Date.parse('2026-03-01T13:10:00Z'), te: null, hr: 61 },
    ]);
    const answer = await ask('weather', '2026-03-01T10:00:00', '2026-03-01T10:10:00');
    expectCommonHeaders(answer);
    expect(answer.body).toEqual({
      status: 'success',
      data: [
        {
          local_time: '2026-03-01T10:00:00.000-03:00',
          te: 25,
          hr: 60,
          wind: 1.5,
          vpd: expect.closeTo(1.2671, 4),
        },
        { local_time: '2026-03-01T10:10:00.000-03:00', te: null, hr: 61, wind: null, vpd: null },
      ],
    });
  });

  it('has rain, radiation, light and wetness on request', async () => {
    const at = (minute: number) => `2026-02-05T13:${minute}:00Z`;
    await station.send('weather', [
      { ts: at(10), te: 20, hr: 80, wind: 1, rain: 0.2, rad: 100, par: 200, wet: 10 },
      { ts: at(20), rain: 0.4, rad: 300, par: 600, wet: 5 },
    ]);
    await neighbour.send('weather', [{ ts: at(20), rain: 1.2 }]);
    const hour = ['weather', '2026-02-05T10:00', '2026-02-05T10:59'] as const;
    const five = { local_time: '2026-02-05T10:00:00.000-03:00', te: 20, hr: 80, wind: 1 };
    const [plain] = await points(...hour, { interval: '1h' });
    expect(plain).toEqual({ ...five, vpd: expect.any(Number) });
    const [whole] = await points(...hour, { interval: '1h', include: 'wet,rain,par,rad' });
    // Two gauges: 0.6 mm and 1.2 mm.
    expect(whole).toEqual({ ...plain, rain: 0.9, rad: 200, par: 400, wet: 15 });
    expect(Object.keys(whole)).toEqual([...Object.keys(plain), 'rain', 'rad', 'par', 'wet']);
    const raw = await points(...hour, { include: 'rain' });
    expect(raw.map(({ te, rain }) => [te, rain])).toEqual([
      [20, 0.2],
      [null, 0.8],
    ]);
  });

  it.each(['snow', 'rain,snow', 'te', '', 'rain,', 'Rain', ' rain'])(
    'refuses to include %p',
    async (include) => {
      const answer = await ask('weather', '2026-02-05T10:00', '2026-02-05T10:59', { include });
      expect(answer.status).toBe(400);
      expect(answer.body.details).toEqual([
        {
          field: 'include',
          message: 'must name one or more of rain, rad, par, wet, pressure, gust, dir, separated by commas',
        },
      ]);
    },
  );

  it('refuses a parameter that is repeated, instead of choosing one', async () => {
    const path = pathOf('weather', '2026-02-05T10:00', '2026-02-05T10:59', { include: 'rain' });
    const answer = await program.get(`${path}&include=rad&interval=1h&interval=1d&other=1&other=2`);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([
      { field: 'include', message: 'must be given once' },
      { field: 'interval', message: 'must be given once' },
    ]);
  });

  it('is an empty list where nothing was measured', async () => {
    expect((await ask('weather', '2020-01-01T00:00', '2020-12-31T00:00')).body).toEqual({
      status: 'success',
      data: [],
    });
  });

  it('is the mean of several stations per instant, with the deficit averaged last', async () => {
    const ts = '2026-03-02T13:00:00Z';
    await station.send('weather', [{ ts, te: 15, hr: 95 }]);
    await neighbour.send('weather', [{ ts, te: 35, hr: 30 }]);
    const [point] = await points('weather', '2026-03-02T10:00', '2026-03-02T10:00');
    expect(point).toEqual({
      ...{ local_time: '2026-03-02T10:00:00.000-03:00', te: 25, hr: 62.5, wind: null },
      vpd: expect.closeTo(2.0105, 3),
    });
  });

  it('has every hour of the days on which the clock changes', async () => {
    const cuba = telemetry.station(farm, 'ws-04', 'cuba/c1');
    const from = Date.parse('2024-03-08T00:00:00Z');
    const hours = Array.from({ length: 72 }, (_, i) => ({ ts: from + i * 60 * MINUTE, te: i / 2, hr: 50 }));
    const autumn = Date.parse('2024-11-02T00:00:00Z');
    await cuba.send('weather', [
      ...hours,
      ...hours.map((hour, i) => ({ ...hour, ts: autumn + i * 60 * MINUTE })),
    ]);
    const of = { projectId: farm.ids.projects['cuba']!, timezone: 'America/Havana' };

    const spring = await points('weather', '2024-03-10T00:00', '2024-03-10T23:59:59', of);
    expect(spring).toHaveLength(19); // of its 23 hours, because the readings end at 23:00Z
    expect(spring[0].local_time).toBe('2024-03-10T01:00:00.000-04:00');

    const repeated = await points('weather', '2024-11-03T00:00', '2024-11-03T00:59', of);
    expect(repeated.map(({ local_time }) => local_time)).toEqual([
      '2024-11-03T00:00:00.000-04:00',
      '2024-11-03T00:00:00.000-05:00',
    ]);
    const hourly = await points('weather', '2024-11-03T00:00', '2024-11-03T01:00', { ...of, interval: '1h' });
    expect(hourly).toHaveLength(3);
    const daily = await points('weather', '2024-11-02T00:00', '2024-11-03T23:59', { ...of, interval: '1d' });
    expect(daily.map(({ local_time }) => local_time)).toEqual([
      '2024-11-02T00:00:00.000-04:00',
      '2024-11-03T00:00:00.000-04:00',
    ]);
  });

  it.each([
    ['5m', 24],
    ['15m', 8],
    ['1h', 2],
    ['1d', 1],
  ])('is averaged over %s', async (interval, count) => {
    const from = Date.parse('2026-03-03T13:00:00Z');
    const south = telemetry.station(farm, 'ws-03', 'south/s1');
    await south.send(
      'weather',
      Array.from({ length: 120 }, (_, i) => ({ ts: from + i * MINUTE, te: i / 10, hr: 50, wind: 2 })),
    );
    const of = { projectId: farm.ids.projects['south']!, interval };
    const found = await points('weather', '2026-03-03T10:00', '2026-03-03T11:59', of);
    expect(found).toHaveLength(count);
    expect(found[0]).toMatchObject({ te: expect.closeTo((120 / count - 1) / 20, 5), hr: 50, wind: 2 });
  });

  it('streams a year of 10-minute readings, each once and in order', async () => {
    const from = Date.parse('2025-01-01T03:00:00Z');
    const count = 52_560;
    await station.send(
      'weather',
      Array.from({ length: count }, (_, i) => ({
        ts: from + i * 10 * MINUTE,
        te: 15 + (i % 150) / 10,
        hr: 40 + (i % 60),
      })),
    );
    const year = await points('weather', '2025-01-01T00:00:00', '2025-12-31T23:59:59');
    expect(year).toHaveLength(count);
    const instants = year.map(({ local_time }) => Date.parse(local_time));
    expect(instants.every((at, i) => at === from + i * 10 * MINUTE)).toBe(true);
    for (const { te, hr, vpd } of [year[0], year[777], year[count - 1]] as Record<
      'te' | 'hr' | 'vpd',
      number
    >[])
      expect(vpd).toBeCloseTo(0.6108 * Math.exp((17.27 * te) / (te + 237.3)) * (1 - hr / 100), 5);
  });

  it('ends its transaction when the client disconnects', async () => {
    const query = new URLSearchParams({
      ...{ projectId: farm.ids.projects['north']!, timezone: ZONE },
      ...{ from: '2025-01-01T00:00:00', to: '2025-12-31T23:59:59' },
    });
    const slow = await SlowReader.open(program, `/api/iot/weather?${query.toString()}`);
    slow.hangUp();
    expect(await points('weather', '2026-03-01T10:00', '2026-03-01T10:00')).toHaveLength(1);
  });
});

describe('the series of plant KPIs', () => {
  it('contains readings of devices and results of scouting records', async () => {
    const at = (hour: string) => `2026-02-10T${hour}:00-03:00`;
    await station.send('plant', [
      { ts: at('08:00'), kpi: 'vigor', value: 0.5 },
      { ts: at('09:00'), kpi: 'vigor', value: 0.7 },
      { ts: at('09:00'), kpi: 'vigor', value: 0.9, sector: 'n2' },
    ]);
    const ana = Scout.of(farm);
    await ana.submit('north/n1', at('08:00'), { moth: [24, 40], mildew: [1, 5] });
    await ana.submit('north/n1', at('09:00'), { moth: [0, null], mildew: [null, null] });
    await ana.submit('north/n1', at('10:00'), { moth: [null, 80] }); // nothing was assessed
    const { sectors } = farm.ids;
    const point = (kpi: string, sector: string, value: number, sampleCount: number) => ({
      ...{ local_time: '2026-02-10T00:00:00.000-03:00', kpi, value, sampleCount },
      ...{ sectorId: sectors[`north/${sector}`], sector_name: `Sector ${sector}` },
    });
    const day = ['2026-02-10T00:00', '2026-02-10T23:59:59'] as const;
    const all = [
      point('incidence', 'n1', 50, 2),
      point('severity', 'n1', 22.5, 2),
      ...(sectors['north/n1']! < sectors['north/n2']!
        ? [point('vigor', 'n1', 0.6, 2), point('vigor', 'n2', 0.9, 1)]
        : [point('vigor', 'n2', 0.9, 1), point('vigor', 'n1', 0.6, 2)]),
    ];
    expect(await points('plant', ...day)).toEqual(all);
    expect(await points('plant', ...day, { kpi: 'severity' })).toEqual([all[1]]);
    expect(await points('plant', ...day, { sectorId: sectors['north/n2']! })).toEqual([
      point('vigor', 'n2', 0.9, 1),
    ]);
    const raw = await points('plant', ...day, {
      interval: 'raw',
      kpi: 'vigor',
      sectorId: sectors['north/n1']!,
    });
    expect(raw.map(({ local_time }) => local_time.slice(11, 16))).toEqual(['08:00', '09:00']);
  });
});

describe('the heat index by hour', () => {
  it('is of each hour’s mean temperature and humidity over the stations', async () => {
    await station.send('weather', [{ ts: '2026-02-07T18:00:00Z', te: 30, hr: 60 }]);
    await neighbour.send('weather', [{ ts: '2026-02-07T18:20:00Z', te: 34, hr: 40 }]);
    const hour = ['heat', '2026-02-07T15:00', '2026-02-07T15:59'] as const;
    const local_time = '2026-02-07T15:00:00.000-03:00';
    const expected = { local_time, heatIndex: expect.closeTo(heatIndex(32, 50), 5), te: 32, hr: 50 };
    expect(await points(...hour)).toEqual([expected]);
    const exported = await program.get(pathOf(...hour, { format: 'csv' }));
    expect(exported.text).toContain('time,local_time,heatIndex,te,hr\r\n');
  });
});

describe('the soil series', () => {
  it('is by sector and depth', async () => {
    const ts = '2026-02-08T18:00:00Z';
    await station.send('soil', [
      { ts, depth: 20, moisture: 24.5, temperature: 17 },
      { ts, depth: 60, moisture: 30, ec: null },
    ]);
    const hour = ['soil', '2026-02-08T15:00', '2026-02-08T15:59'] as const;
    const place = { sectorId: farm.ids.sectors['north/n1'], sector_name: 'Sector n1' };
    const point = { local_time: '2026-02-08T15:00:00.000-03:00', ...place, ec: null, tension: null };
    expect(await points(...hour)).toEqual([
      { ...point, depth: 20, moisture: 24.5, temperature: 17, sampleCount: 1 },
      { ...point, depth: 60, moisture: 30, temperature: null, sampleCount: 1 },
    ]);
    expect((await points(...hour, { depth: '60', interval: '1d' })).map(({ moisture }) => moisture)).toEqual([
      30,
    ]);
    const exported = await program.get(pathOf(...hour, { format: 'csv' }));
    expect(exported.text).toContain('depth,sectorId,sector_name,moisture,temperature,ec,tension,sampleCount');
    expect((await ask(...hour, { depth: '301' })).status).toBe(400);
  });
});

describe('the irrigation series', () => {
  it('has one entry per event, completed by later messages', async () => {
    const startedAt = '2026-02-11T08:00:00-03:00';
    await station.send('irrigation', [
      { eventId: 'e1', startedAt },
      { eventId: 'e2', startedAt: '2026-02-11T20:00:00-03:00' },
    ]);
    await station.send('irrigation', [
      { eventId: 'e1', startedAt, endedAt: '2026-02-11T09:15:00-03:00', volume: 40.5 },
    ]);
    const n1 = { sectorId: farm.ids.sectors['north/n1'], sector_name: 'Sector n1', deviceId: 'ws-01' };
    expect(await points('irrigation', '2026-02-11T09:15:00', '2026-02-11T21:00:00')).toEqual([
      {
        ...{ eventId: 'e1', ...n1, started_local: '2026-02-11T08:00:00.000-03:00' },
        ...{ ended_local: '2026-02-11T09:15:00.000-03:00', durationMinutes: 75, volume: 40.5 },
      },
      {
        ...{ eventId: 'e2', ...n1, started_local: '2026-02-11T20:00:00.000-03:00' },
        ...{ ended_local: null, durationMinutes: null, volume: null },
      },
    ]);
    expect(await points('irrigation', '2026-02-11T09:15:01', '2026-02-11T19:00:00')).toEqual([]);
  });
});
