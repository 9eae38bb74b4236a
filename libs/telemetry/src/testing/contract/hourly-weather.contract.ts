import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceContext, HourlyWeather, HourlyWeatherScope } from '../../application/ports.ts';
import { type HourMember, windAt2m } from '../../domain/index.ts';
import { placed, weatherAt } from '../builders.ts';
import { type Field, SITES } from '../field.ts';

const ALL = ['te', 'teMin', 'teMax', 'hot', 'hr', 'wind', 'rad', 'par'] as const;
const NONE = Object.fromEntries(ALL.map((member) => [member, null]));
const DAY = '2026-03-05' as HourlyWeatherScope['from'];

/** Weather by the hours of a project's clock, which is that of Santiago. */
export function describeHourlyWeather(fieldNow: () => Field): void {
  describe('the weather by the hour', () => {
    let field: Field;

    beforeEach(() => {
      field = fieldNow();
    });

    const read = (over: Partial<HourlyWeatherScope> = {}): Promise<HourlyWeather> => {
      const { companyId, projectId } = field.device;
      return field.ports.hourly.read({
        ...{ companyId, projectId, sectorId: null, deviceId: null, from: DAY, to: DAY },
        ...{ before: 0, after: 0, members: ALL, ...over },
      });
    };
    /** Stores readings of the morning of 5 March, by the local time. */
    const store = (of: DeviceContext, readings: Readonly<Record<string, Parameters<typeof weatherAt>[1]>>) =>
      field.store(
        ...Object.entries(readings).map(([time, over]) =>
          placed(of, 'weather', weatherAt(`2026-03-05T${time}-03:00`, over)),
        ),
      );
    const hour = async (index: number, over: Partial<HourlyWeatherScope> = {}) =>
      (await read(over)).days[0]?.weather[index];

    it('is the mean of its readings, with the lowest and the highest temperature', async () => {
      await store(field.device, {
        '10:00:00': { te: 20, hr: 40, wind: 1, rad: 100, par: null },
        '10:30:00': { te: 36, hr: null, wind: 2, rad: 300, par: null },
        '10:59:59.999': { te: null, hr: 50, wind: 3, rad: null, par: 7 },
        '11:00:00': { te: 1 },
      });
      const expected = { te: 28, teMin: 20, teMax: 36, hot: 0.5, hr: 45, wind: 2, rad: 200, par: 7 };
      expect(await hour(10)).toEqual(expected);
      expect((await read()).stations).toEqual([field.device.deviceId]);
      const members = ['te', 'rad'] as const;
      expect(await hour(10, { members })).toEqual({ ...NONE, te: 28, rad: 200 });
      expect(await hour(10, { members: ['par'] })).toEqual({ ...NONE, par: 7 });
      expect(await hour(10, { members: ['hot'] })).toEqual({ ...NONE, hot: 0.5 });
    });

    it('is the same in whatever order its readings are added up', async () => {
      // Added up in this order as binary fractions, their mean is 7.199999999999999: a chilling hour.
      await store(field.device, { '10:00': { te: 7.1 }, '10:20': { te: 7.3 }, '10:40': { te: 7.2 } });
      expect((await hour(10))?.te).toBe(7.2);
      await store(field.station.neighbour, {
        '11:00': { te: 7.3 },
        '11:10': { te: 7.6 },
        '11:20': { te: 6.7 },
      });
      expect((await hour(11))?.te).toBe(7.2);
    });

    it('has the location of the same station, whichever measured in the time', async () => {
      const later = { from: '2026-03-07', to: '2026-03-07' } as Partial<HourlyWeatherScope>;
      await store(field.device, { '10:00': { te: 10 } });
      expect((await read()).location).toMatchObject({ latitude: SITES[0].latitude, altitude: null });
      await field.store(placed(field.station.neighbour, 'weather', weatherAt('2026-03-07T12:00:00Z')));
      const { latitude, longitude, altitude } = SITES[1];
      for (const range of [{}, later, { before: 3 }, { from: later.from, before: 3 }])
        expect((await read(range)).location).toEqual({ latitude, longitude, altitude });
      expect((await read()).stations).toEqual([field.device.deviceId]);
      expect((await read({ deviceId: field.device.deviceId })).location).toMatchObject({ altitude: null });
    });

    it('has each reading once, whether a station sends radiation always, at times, or no longer', async () => {
      const members: readonly HourMember[] = ['te', 'rad'];
      await store(field.device, { '10:00': { te: 10, rad: 100 }, '10:10': { te: 20, rad: 200 } });
      expect(await hour(10, { members })).toEqual({ ...NONE, te: 15, rad: 150 });
      await store(field.device, { '10:20': { te: 30 }, '11:00': { te: 40 } });
      expect(await hour(10, { members })).toEqual({ ...NONE, te: 20, rad: 150 });
      expect(await hour(11, { members })).toEqual({ ...NONE, te: 40 });
      await store(field.device, { '10:20': { te: 30, rad: 900 }, '10:30': { te: null, rad: 300 } });
      expect(await hour(10, { members })).toEqual({ ...NONE, te: 20, rad: 200 });
    });

    it('is the mean of what each station measured, with wind at 2 m', async () => {
      const { device, station } = field;
      await store(device, { '10:00': { te: 10, wind: 2, rad: 100 }, '10:30': { te: 20, wind: 2, rad: 100 } });
      await store(station.neighbour, { '10:05': { te: 25, wind: 4 }, '11:00': { wind: 4 } });
      const stations = [device.deviceId, station.neighbour.deviceId];
      const [first, second] = SITES;
      const wind = (2 + 4 * windAt2m(1, second.windHeight)) / 2;
      const means = await hour(10);
      expect(means).toMatchObject({ te: 20, teMin: 17.5, teMax: 22.5, rad: 100 });
      expect(means?.wind).toBeCloseTo(wind, 9);
      expect((await hour(11))?.wind).toBeCloseTo(4 * windAt2m(1, 10), 9);
      const { latitude, longitude, altitude } = second;
      expect(await read()).toMatchObject({ stations, location: { latitude, longitude, altitude } });
      const alone = await read({ deviceId: device.deviceId });
      expect(alone).toMatchObject({ stations: [device.deviceId], timezone: 'America/Santiago' });
      expect(alone.location).toEqual({
        latitude: first.latitude,
        longitude: first.longitude,
        altitude: null,
      });
      expect((await read({ members: ['rad'] })).stations).toEqual([device.deviceId]);
    });

    it('has days of 23 and of 25 hours, and each hour of them once', async () => {
      const changes = { from: '2026-04-04', to: '2026-04-04' } as Partial<HourlyWeatherScope>;
      const instants = ['2026-04-05T02:30:00Z', '2026-04-05T03:30:00Z']; // 23:30, and 23:30 again
      await field.store(...instants.map((ts, n) => field.weather({ te: n + 1 }, ts)));
      const [long] = (await read({ ...changes, members: ['te'] })).days;
      expect(long?.weather).toHaveLength(25);
      expect(long?.weather.slice(23).map((each) => each?.te)).toEqual([1, 2]);
      const spring = { from: '2026-09-06', to: '2026-09-06' } as Partial<HourlyWeatherScope>;
      const [short] = (await read(spring)).days;
      expect(short?.start).toBe(Date.parse('2026-09-06T04:00:00Z'));
      expect(short?.weather).toEqual(Array(23).fill(undefined));
    });

    it('has the days before and after that an indicator needs', async () => {
      await field.store(field.weather({ te: 3 }, '2026-03-07T02:59:59Z'));
      const { days } = await read({ before: 2, after: 1, members: ['te'] });
      expect(days.map(({ date }) => date)).toEqual(['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06']);
      expect(days[3]?.weather[23]).toEqual({ ...NONE, te: 3 });
      expect((await read()).stations).toEqual([]);
    });

    it('is that of a sector or a device, if one is named, and refuses those of others', async () => {
      const { n1, n2 } = field.station.sectorIds;
      await store(field.device, { '10:00': { te: 10, rad: 1 } });
      await store({ ...field.station.neighbour, sectorId: n2 }, { '10:00': { te: 20, rad: 3 } });
      const [ofFirst, ofSecond] = [
        { te: 10, rad: 1 },
        { te: 20, rad: 3 },
      ];
      expect(await hour(10)).toMatchObject({ te: 15, rad: 2 });
      expect(await hour(10, { sectorId: n1 })).toMatchObject(ofFirst);
      expect(await hour(10, { sectorId: n2 })).toMatchObject(ofSecond);
      expect(await hour(10, { sectorId: n2, members: ['rad'] })).toEqual({ ...NONE, rad: 3 });
      expect(await hour(10, { deviceId: field.device.deviceId })).toMatchObject(ofFirst);
      await store({ ...field.station.neighbour, sectorId: n2 }, { '10:30': { te: 30 } });
      expect(await hour(10, { sectorId: n2 })).toMatchObject({ te: 25, rad: 3 });
      const other = await field.ports.newStation();
      const { projectId, sectorId } = other.device;
      await expect(read({ projectId })).rejects.toMatchObject({ code: 'project_forbidden' });
      await expect(read({ sectorId })).rejects.toMatchObject({ code: 'sector_forbidden' });
      await expect(read({ sectorId: field.station.otherProject.sectorId })).rejects.toMatchObject({
        code: 'sector_not_in_project',
      });
      await expect(read({ deviceId: other.device.deviceId })).rejects.toMatchObject({
        code: 'device_forbidden',
      });
    });
  });
}
