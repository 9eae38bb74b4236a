import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { anEvent, NOW, placed, plantAt, soilAt, weatherAt } from '../../testing/builders.ts';
import type { Station } from '../../testing/field.ts';
import { type TelemetryOnPostgres, telemetryOnPostgres } from '../../testing/telemetry-on-postgres.ts';
import { ReadingDirectory } from './reading-directory.ts';

const MINUTE = 60_000;
const directory = new ReadingDirectory();
let telemetry: TelemetryOnPostgres;
let station: Station;

beforeAll(async () => {
  telemetry = await telemetryOnPostgres();
});
afterAll(() => telemetry.close());
beforeEach(async () => {
  station = await telemetry.newStation();
});

const minutes = (count: number) => NOW.getTime() + count * MINUTE;
const weather = (minute: number, te: number) =>
  placed(station.device, 'weather', weatherAt(minutes(minute), { te }));
const plant = (minute: number, kpi: string) =>
  placed(station.device, 'plant', plantAt(minutes(minute), { kpi }));
const soil = (minute: number, depth: number, moisture: number | null) =>
  placed(station.device, 'soil', soilAt(minutes(minute), { depth, moisture }));
const irrigation = (start: number, end: number | null) =>
  placed(
    station.device,
    'irrigation',
    anEvent({ startedAt: minutes(start), endedAt: end === null ? null : minutes(end) }),
  );

/** The minutes and temperatures that are read after a minute, as of another one. */
async function read({ after = -60, now = 0, limit = 100 }) {
  const { companyId, deviceId } = station.device;
  const devices = [{ companyId, deviceId, after: new Date(minutes(after)) }];
  const asOf = new Date(minutes(now));
  return telemetry.database.system(async (tx) => {
    const news = await directory.withNews(tx, devices, { now: asOf, settled: asOf });
    const readings = await directory.readings(tx, devices, { limit, now: asOf });
    expect(news.has(deviceId)).toBe(readings.length > 0);
    return readings.map(({ at, te }) => [(at.getTime() - NOW.getTime()) / MINUTE, te]);
  });
}

describe('new readings of a device', () => {
  it('contain every kind, in order of their instants', async () => {
    await telemetry.store.store([
      ...[weather(-20, 4), weather(-10, 5), plant(-20, 'vigor'), plant(-15, 'vigor'), plant(-15, 'ndvi')],
      irrigation(-30, -12),
    ]);
    const expected = [
      [-30, null],
      [-20, 4],
      [-15, null],
      [-12, null],
      [-10, 5],
    ];
    expect(await read({})).toEqual(expected);
    expect(await read({ after: -12 })).toEqual([[-10, 5]]);
    expect(await read({ after: -10 })).toEqual([]);
  });

  it('have rain, radiation, light and wetness, where they were measured', async () => {
    const whole = { te: 5, rain: 1, rad: 2, par: 3, wet: 4, pressure: 1_000, gust: 6, dir: 7 };
    await telemetry.store.store([
      placed(station.device, 'weather', weatherAt(minutes(-20), whole)),
      weather(-10, 6),
    ]);
    const { companyId, deviceId } = station.device;
    const devices = [{ companyId, deviceId, after: new Date(minutes(-60)) }];
    const readings = await telemetry.database.system((tx) =>
      directory.readings(tx, devices, { limit: 10, now: NOW }),
    );
    expect(readings).toMatchObject([whole, { te: 6, rain: null, rad: null, par: null, wet: null }]);
  });

  it('have the lowest and the highest value of all depths, beside the weather of the same instant', async () => {
    await telemetry.store.store([
      ...[soil(-20, 20, 31), soil(-20, 60, 25), soil(-20, 90, null), weather(-20, 4), soil(-10, 20, null)],
    ]);
    const { companyId, deviceId } = station.device;
    const devices = [{ companyId, deviceId, after: new Date(minutes(-60)) }];
    const readings = await telemetry.database.system((tx) =>
      directory.readings(tx, devices, { limit: 10, now: NOW }),
    );
    expect(readings).toMatchObject([
      { te: 4, moistureMin: 25, moistureMax: 31, temperatureMax: 16, ecMax: null },
      { te: null, moistureMin: null, moistureMax: null },
    ]);
  });

  it.each([
    ['plant', () => plant(-5, 'vigor'), -5],
    ['soil', () => soil(-5, 20, 30), -5],
    ['the start of an irrigation', () => irrigation(-5, null), -5],
    ['the end of an irrigation', () => irrigation(-90, -5), -5],
  ])('are new by themselves: %s', async (_, reading, minute) => {
    await telemetry.store.store([reading()]);
    expect(await read({})).toEqual([[minute, null]]);
  });

  it.each([
    ['weather', (minute: number) => weather(minute, 4)],
    ['plant', (minute: number) => plant(minute, 'vigor')],
    ['soil', (minute: number) => soil(minute, 20, 30)],
    ['irrigation', (minute: number) => irrigation(minute, null)],
  ])(
    'are news when they have settled, or at once if the clock of the device is ahead: %s',
    async (kind, reading) => {
      const { companyId, deviceId } = station.device;
      const isNews = (after: number) =>
        telemetry.database.system(async (tx) => {
          const devices = [{ companyId, deviceId, after: new Date(minutes(after)) }];
          const times = { now: NOW, settled: new Date(minutes(-10)) };
          return (await directory.withNews(tx, devices, times)).has(deviceId);
        });
      await telemetry.store.store([reading(-5)]);
      expect(await isNews(-60)).toBe(false);
      await telemetry.store.store([reading(-10)]);
      expect(await isNews(-60)).toBe(true);
      expect(await isNews(-10)).toBe(false);
      await telemetry.store.store([reading(1)]);
      // A planned irrigation has not begun.
      expect(await isNews(-10)).toBe(kind !== 'irrigation');
    },
  );

  it('do not wait for a planned end of irrigation', async () => {
    await telemetry.store.store([irrigation(-5, 30)]);
    expect(await read({ after: -5 })).toEqual([]);
    expect(await read({ after: -5, now: 30 })).toEqual([[30, null]]);
  });

  it('are the first of all kinds together, so that none before the last one is omitted', async () => {
    await telemetry.store.store([weather(-20, 1), weather(-15, 2), weather(-10, 3), plant(-5, 'vigor')]);
    expect(await read({ limit: 2 })).toEqual([
      [-20, 1],
      [-15, 2],
    ]);
  });
});
