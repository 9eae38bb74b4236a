import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ChillPortions,
  dailyLightIntegral,
  hargreaves,
  heatIndex,
  HourlyReferenceEvapotranspiration,
  utahUnits,
} from '@furrow/telemetry/domain';
import { parse } from 'csv-parse/sync';
import { aScoutedFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Answer, Client, type Json, System } from '@furrow/testbed/system';
import { expectCommonHeaders } from '../harness/refusal.ts';
import { type Station, Telemetry } from '@furrow/telemetry/testing/stations';

const HOUR = 3_600_000;
/** The latitude of Lyon, as in FAO-56's example 20. */
const SITE = { latitude: 45 + 43 / 60, longitude: 4.85, altitude: 200, windHeight: 2 };

let system: System;
let farm: ProvisionedFarm;
let telemetry: Telemetry;
let program: Client;
const stations = new Map<string, Station>();

beforeAll(async () => {
  system = await System.shared();
  const device = (deviceId: string, place: string, site: object = {}) => {
    const [project, sector] = place.split('/');
    return { deviceId, project, sector, ...site };
  };
  const devices = [
    device('ws-01', 'north/n1', SITE),
    device('ws-02', 'north/n2', { ...SITE, windHeight: 10 }),
    device('ws-03', 'south/s1'),
    device('ws-04', 'cuba/c1'),
  ];
  farm = await system.provision(aScoutedFarm('acme', { devices }));
  telemetry = Telemetry.over(system);
  for (const [deviceId, place] of [
    ...[['ws-01', 'north/n1'] as const, ['ws-02', 'north/n2'] as const],
    ...[['ws-03', 'south/s1'] as const, ['ws-04', 'cuba/c1'] as const],
  ])
    stations.set(deviceId, telemetry.station(farm, deviceId, place));
  program = new Client(system.url, { 'x-api-key': farm.ids.apiTokens['production']!.credential });
});
afterAll(async () => {
  await telemetry?.close();
  await system?.stop();
});

const ask = (name: string, from: string, to: string, more: Record<string, string> = {}): Promise<Answer> => {
  const query = { projectId: farm.ids.projects['north']!, from, to, ...more };
  return program.get(`/api/iot/indicators/${name}?${new URLSearchParams(query).toString()}`);
};
const days = async (...question: Parameters<typeof ask>): Promise<Json[]> => {
  const answer = await ask(...question);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.data;
};
const values = async (...question: Parameters<typeof ask>) =>
  (await days(...question)).map(({ value }) => value);
/** Hourly readings from an instant on, one per value; undefined leaves one out. */
const send = (deviceId: string, from: string, hours: readonly (object | undefined)[]) =>
  stations.get(deviceId)!.send(
    'weather',
    hours.flatMap((hour, n) => (hour ? [{ ts: Date.parse(from) + n * HOUR, ...hour }] : [])),
  );
const warmth = (...temperatures: number[]) => temperatures.map((te) => ({ te }));
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('degree-days', () => {
  // Lowest 5 and highest 25, the next day from 15; in January Santiago is 3 hours behind UTC.
  beforeAll(() =>
    send('ws-01', '2025-01-10T03:00:00Z', [
      ...warmth(5, 25, ...times(22, 15)),
      ...warmth(...times(24, 15)),
      ...warmth(...times(12, 12)),
    ]),
  );

  it.each([
    // By hand: the part of a triangle from 5 to 25 above 10 is (25 − 10)² / (4 · 10), and above 20 it is 5² / 40.
    ['average', {}, 5],
    ['single-triangle', {}, 5.625],
    ['single-triangle', { upper: '20' }, 5],
    ['single-triangle', { upper: '20', cutoff: 'intermediate' }, 4.375],
    ['single-triangle', { upper: '20', cutoff: 'vertical' }, 2.5],
    ['single-triangle', { base: '4.5' }, 10.5],
    // The second half rises from 15 and is always above 10.
    ['double-triangle', {}, (5.625 + 10) / 2],
    // θ = asin(−1/2): ((15 − 10)(π/2 + π/6) + 10 cos(π/6)) / π
    ['single-sine', {}, ((5 * 2 * Math.PI) / 3 + 10 * Math.cos(Math.PI / 6)) / Math.PI],
  ])('by %s with %j equal a calculation by hand', async (method, more, expected) => {
    const [day] = await days('degree-days', '2025-01-10', '2025-01-10', { method, ...more });
    expect(day.value).toBeCloseTo(expected, 5);
  });

  it('have a sum, a coverage, and the parameters they depend on', async () => {
    const answer = await ask('degree-days', '2025-01-10', '2025-01-13');
    expectCommonHeaders(answer);
    const first = ((5 * 2 * Math.PI) / 3 + 10 * Math.cos(Math.PI / 6)) / Math.PI;
    const total = expect.closeTo(first + 5, 5);
    expect(answer.body).toEqual({
      status: 'success',
      data: [
        {
          ...{ day: '2025-01-10T03:00:00.000Z', coverage: 1 },
          ...{ value: expect.closeTo(first, 5), total: expect.closeTo(first, 5) },
        },
        { day: '2025-01-11T03:00:00.000Z', value: 5, total, coverage: 1 },
        { day: '2025-01-12T03:00:00.000Z', value: null, total, coverage: 0.5 },
        { day: '2025-01-13T03:00:00.000Z', value: null, total, coverage: 0 },
      ],
      meta: {
        ...{ indicator: 'degree-days', method: 'single-sine', unit: '°C·d' },
        source: expect.stringContaining('Zalom'),
        countedSinceFrom: ['total'],
        parameters: {
          ...{ base: 10, upper: null, method: 'single-sine', cutoff: 'horizontal', minCoverage: 0.75 },
        },
        ...{ timezone: 'America/Santiago', stations: ['ws-01'] },
      },
    });
    expect(await values('degree-days', '2025-01-12', '2025-01-12', { minCoverage: '0.5' })).toEqual([2]);
    // The coverage of the next day is too low.
    const double = { method: 'double-sine' };
    expect(await values('degree-days', '2025-01-10', '2025-01-11', double)).toEqual([
      expect.any(Number),
      null,
    ]);
    expect(
      await values('degree-days', '2025-01-11', '2025-01-11', { ...double, minCoverage: '0.5' }),
    ).toEqual([4.25]);
  });
});

describe('chill', () => {
  const winter = (hour: number) => 6 + 6 * Math.sin((2 * Math.PI * hour) / 24);

  it('of a season equals what the models make of its hours', async () => {
    const hours = Array.from({ length: 72 }, (_, hour) => Math.round(winter(hour) * 100) / 100);
    await send('ws-01', '2025-06-10T04:00:00Z', warmth(...hours));
    const of = (chill: (te: number) => number) =>
      [0, 1, 2].map((day) =>
        expect.closeTo(
          hours.slice(24 * day, 24 * (day + 1)).reduce((sum, te) => sum + chill(te), 0),
          5,
        ),
      );
    const portions = new ChillPortions();
    const season = ['chill', '2025-06-10', '2025-06-12'] as const;
    expect(await values(...season)).toEqual(of((te) => portions.after(te)));
    expect(await values(...season, { model: 'utah' })).toEqual(of(utahUnits));
    expect(await values(...season, { model: 'hours' })).toEqual(of((te) => Number(te > 0 && te < 7.2)));
    expect((await ask(...season, { model: 'hours' })).body.meta).toMatchObject({
      method: 'hours',
      unit: 'h',
    });
  });

  it('interpolates three missing hours, but not four', async () => {
    const missing = (count: number) => [
      ...warmth(...times(10, 5)),
      ...times(count, undefined),
      ...warmth(...times(14 - count, 5)),
    ];
    await send('ws-01', '2025-06-20T04:00:00Z', [...missing(3), ...missing(4)]);
    expect(await days('chill', '2025-06-20', '2025-06-21', { model: 'hours' })).toEqual([
      { day: '2025-06-20T04:00:00.000Z', value: 24, total: 24, coverage: 0.875 },
      { day: '2025-06-21T04:00:00.000Z', value: 20, total: 44, coverage: 0.833333 },
    ]);
  });

  it('interpolates across midnight, also from the day before the first', async () => {
    const cold = warmth(...times(24, 5));
    await send('ws-01', '2025-07-01T04:00:00Z', [
      ...cold.slice(0, 23),
      ...times(2, undefined),
      ...cold.slice(1),
    ]);
    expect(await values('chill', '2025-07-02', '2025-07-02', { model: 'hours' })).toEqual([24]);
  });

  it('continues after a week without readings, whose days are null', async () => {
    const day = warmth(...times(24, 5));
    await send('ws-01', '2025-07-10T04:00:00Z', [...day, ...times(7 * 24, undefined), ...day]);
    const found = await days('chill', '2025-07-10', '2025-07-18', { model: 'hours' });
    expect(found.map(({ value }) => value)).toEqual([24, ...times(7, null), 24]);
    expect(found.map(({ total }) => total)).toEqual([...times(8, 24), 48]);
    expect(found.map(({ coverage }) => coverage)).toEqual([1, ...times(7, 0), 1]);
  });

  it('counts 23 hours where the clock skips one, and 25 where it repeats one', async () => {
    const of = { projectId: farm.ids.projects['cuba']!, model: 'hours' };
    // Havana skips midnight on 10 March 2024, and has the hour from 00:00 to 01:00 twice on 3 November.
    await send('ws-04', '2024-03-10T05:00:00Z', warmth(...times(23, 5)));
    await send('ws-04', '2024-11-03T04:00:00Z', warmth(...times(25, 5)));
    const spring = await ask('chill', '2024-03-10', '2024-03-11', of);
    expect(spring.data).toEqual([
      { day: '2024-03-10T05:00:00.000Z', value: 23, total: 23, coverage: 1 },
      { day: '2024-03-11T04:00:00.000Z', value: null, total: 23, coverage: 0 },
    ]);
    expect(spring.body.meta).toMatchObject({ timezone: 'America/Havana', stations: ['ws-04'] });
    expect(await days('chill', '2024-11-03', '2024-11-03', of)).toEqual([
      { day: '2024-11-03T04:00:00.000Z', value: 25, total: 25, coverage: 1 },
    ]);
  });
});

describe('et0', () => {
  const noon = (hour: number) => Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12));
  const hour = (n: number) => ({
    ...{ te: 15 + 10 * noon(n), hr: 70 - 30 * noon(n), wind: 2, rad: 800 * noon(n) },
  });
  const whole = Array.from({ length: 24 }, (_, n) => hour(n));

  it('is the sum of the hours by ASCE, and says per day how it was calculated', async () => {
    // Wind and radiation are missing on the second day.
    await send('ws-01', '2025-02-10T03:00:00Z', [...whole, ...whole.map(({ te, hr }) => ({ te, hr }))]);
    const reference = new HourlyReferenceEvapotranspiration();
    const asce = whole.reduce((sum, weather, n) => {
      const middle = (n + 3.5) % 24;
      return sum + reference.after({ ...weather, ...SITE, dayOfYear: 41, middle });
    }, 0);
    expect(asce).toBeGreaterThan(2);
    const simple = hargreaves({ min: 15, max: 25 }, SITE.latitude, 42);
    const answer = await ask('et0', '2025-02-10', '2025-02-12');
    expect(answer.data).toMatchObject([
      { value: expect.closeTo(asce, 5), coverage: 1, method: 'asce' },
      { value: expect.closeTo(simple, 5), total: expect.closeTo(asce + simple, 5), method: 'hargreaves' },
      { value: null, coverage: 0, method: null },
    ]);
    expect(answer.body.meta).toMatchObject({
      ...{ indicator: 'et0', method: 'auto', unit: 'mm' },
      parameters: {
        ...{ method: 'auto', minCoverage: 0.75, latitude: SITE.latitude, longitude: SITE.longitude },
        altitude: 200,
      },
    });
    const only = (method: string) => days('et0', '2025-02-10', '2025-02-11', { method });
    expect(await only('asce')).toMatchObject([
      { method: 'asce' },
      { value: null, coverage: 0, method: null },
    ]);
    expect(await only('hargreaves')).toMatchObject(times(2, { method: 'hargreaves', coverage: 1 }));
  });

  it('by Hargreaves equals example 20 of FAO-56 for Lyon: 5.0 mm', async () => {
    // Day 196 of a leap year.
    await send('ws-01', '2024-07-14T04:00:00Z', warmth(14.8, 26.6, ...times(22, 20)));
    const [day] = await days('et0', '2024-07-14', '2024-07-14', { method: 'hargreaves' });
    expect(day.value).toBeCloseTo(5, 1);
  });

  it('uses the anemometer height of each station, and is null without a location', async () => {
    await send('ws-02', '2025-02-20T03:00:00Z', whole);
    const [high] = await values('et0', '2025-02-20', '2025-02-20', { deviceId: 'ws-02' });
    await send('ws-01', '2025-02-21T03:00:00Z', whole);
    const [low] = await values('et0', '2025-02-21', '2025-02-21', { deviceId: 'ws-01' });
    expect(high).toBeLessThan(low - 0.05); // 2 m/s at 10 m are 1.5 m/s at 2 m
    await send('ws-03', '2025-02-20T03:00:00Z', whole);
    const placeless = await ask('et0', '2025-02-20', '2025-02-20', {
      projectId: farm.ids.projects['south']!,
    });
    expect(placeless.data).toMatchObject([{ value: null, coverage: 1, method: null }]);
    expect(placeless.body.meta.parameters).toMatchObject({ latitude: null, altitude: null });
  });
});

describe('dli', () => {
  it('is the sum of the day’s photons: 12 hours of 500 µmol/m²/s are 21.6 mol/m²', async () => {
    const light = [...times(6, 0), ...times(12, 500), ...times(6, 0)].map((par) => ({ par }));
    const some = light.map(({ par }, n) => (n === 12 ? undefined : { par, te: 20 }));
    await send('ws-01', '2025-03-01T03:00:00Z', [...light, ...some]);
    const found = await ask('dli', '2025-03-01', '2025-03-02');
    expect(found.data.map(({ value }: Json) => value)).toEqual([
      expect.closeTo(21.6, 6),
      expect.closeTo(dailyLightIntegral(times(11, 500)), 6),
    ]);
    expect(found.data[1].coverage).toBeCloseTo(23 / 24, 6);
    expect(found.body.meta).toMatchObject({ indicator: 'dli', unit: 'mol/m²' });
  });
});

describe('heat-index', () => {
  it('is the highest and the mean of the hours with temperature and humidity', async () => {
    const day = [...times(12, { te: 25, hr: 50 }), ...times(6, { te: 30, hr: 80 }), ...times(6, { te: 33 })];
    await send('ws-01', '2025-11-10T03:00:00Z', day);
    const found = await ask('heat-index', '2025-11-10', '2025-11-11');
    expect(found.data).toMatchObject([
      {
        ...{ value: expect.closeTo(heatIndex(30, 80), 6), coverage: 0.75 },
        mean: expect.closeTo((2 * heatIndex(25, 50) + heatIndex(30, 80)) / 3, 6),
      },
      { value: null, mean: null, coverage: 0 },
    ]);
    expect(found.body.meta).toMatchObject({ indicator: 'heat-index', method: 'rothfusz', unit: '°C' });
    expect(found.body.meta.thresholds).toContainEqual({
      ...{ name: 'danger', value: expect.closeTo(39.4444, 4), warns: true },
    });
    const csv = await ask('heat-index', '2025-11-10', '2025-11-10', { format: 'csv' });
    expect(csv.text).toMatch(/^day,date,value,total,coverage,mean\r\n/);
  });
});

describe('powdery-mildew', () => {
  it('rises and falls as UC IPM defines it, and stays the same over a day without data', async () => {
    const good = warmth(...times(18, 15), ...times(6, 25));
    const cold = warmth(...times(24, 12));
    const scorched = warmth(...times(12, 25), ...times(12, 36));
    const unknown = times(24, undefined);
    await send('ws-01', '2025-01-20T03:00:00Z', [
      ...[good, good, good, good, cold, scorched, unknown, good].flat(),
    ]);
    const found = await days('powdery-mildew', '2025-01-20', '2025-01-27');
    expect(found.map(({ value }) => value)).toEqual([20, 40, 60, 80, 70, 80, null, 100]);
    expect(found.at(-1).total).toBe(450);
  });
});

describe('several stations', () => {
  it('are averaged per hour first, or filtered by sector or device', async () => {
    // One station is hot in the hour in which the other is cold, so their means range from 15 to 20.
    await send('ws-01', '2025-03-10T03:00:00Z', warmth(30, 0, ...times(22, 20)));
    await send('ws-02', '2025-03-10T03:00:00Z', warmth(0, 30, ...times(22, 20)));
    const degrees = async (more = {}) =>
      days('degree-days', '2025-03-10', '2025-03-10', { method: 'average', ...more });
    expect((await degrees())[0]).toMatchObject({ value: 7.5, coverage: 1 });
    const n1 = { sectorId: farm.ids.sectors['north/n1']! };
    expect((await degrees({ ...n1, deviceId: 'ws-02' }))[0]).toMatchObject({ value: null, coverage: 0 });
    for (const alone of [n1, { deviceId: 'ws-02' }])
      expect((await degrees(alone))[0]).toMatchObject({ value: 5 });
    const stationsOf = async (more = {}) =>
      (await ask('degree-days', '2025-03-10', '2025-03-10', more)).body.meta.stations;
    expect([await stationsOf(), await stationsOf(n1)]).toEqual([['ws-01', 'ws-02'], ['ws-01']]);
  });

  it('fill each other’s gaps', async () => {
    await send('ws-01', '2025-03-15T03:00:00Z', warmth(...times(12, 20)));
    await send('ws-02', '2025-03-15T15:00:00Z', warmth(...times(12, 30)));
    expect(await days('degree-days', '2025-03-15', '2025-03-15', { method: 'average' })).toMatchObject([
      { value: 15, coverage: 1 },
    ]);
  });
});

it('indicators are exported as lines of CSV and of JSON', async () => {
  await send('ws-01', '2025-04-20T04:00:00Z', warmth(...times(24, 20)));
  const question = ['et0', '2025-04-20', '2025-04-21'] as const;
  const csv = await ask(...question, { format: 'csv' });
  expect(csv.headers.get('content-disposition')).toContain('et0.csv');
  const [first, second] = parse<Json>(csv.text, { bom: true, columns: true, recordDelimiter: '\r\n' });
  expect(first).toEqual({
    ...{ day: '2025-04-20T04:00:00.000Z', date: '2025-04-20', value: '0', total: '0', coverage: '1' },
    method: 'hargreaves',
  });
  expect(second).toMatchObject({ date: '2025-04-21', value: '', coverage: '0', method: '' });
  const lines = await ask(...question, { format: 'ndjson' });
  expect(
    lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(await days(...question));
});
