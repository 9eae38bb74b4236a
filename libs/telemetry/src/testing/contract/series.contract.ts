import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceContext, ScoutedRecord } from '../../application/ports.ts';
import { anEvent, placed, plantAt, soilAt, weatherAt } from '../builders.ts';
import { type Field, MARCH, rangeOf } from '../field.ts';

const CHANGES = 'America/Santiago';

/** The series of stored readings and records. */
export function describeSeries(fieldNow: () => Field): void {
  describe('series', () => {
    let field: Field;

    beforeEach(() => {
      field = fieldNow();
    });

    describe('the weather', () => {
      it('is in local time, with both ends included', async () => {
        await field.store(
          ...['02:59:59.999Z', '03:00:00Z', '03:00:00.001Z', '03:10:00Z', '03:10:00.001Z'].map((time) =>
            field.weather({}, `2026-03-05T${time}`),
          ),
        );
        const points = await field.read(
          'weather',
          rangeOf('2026-03-05T00:00', '2026-03-05T00:10:00', CHANGES),
        );
        expect(points.map(({ local_time }) => local_time)).toEqual([
          '2026-03-05T00:00:00.000-03:00',
          '2026-03-05T00:00:00.001-03:00',
          '2026-03-05T00:10:00.000-03:00',
        ]);
      });

      it('has the deficit of each reading, and means of several stations per instant', async () => {
        const at = '2026-03-05T10:00:00Z';
        const of = (whose: DeviceContext, te: number | null, hr: number) =>
          placed(whose, 'weather', weatherAt(at, { te, hr, wind: null }));
        await field.store(
          of(field.device, 15, 95),
          of(field.station.neighbour, 35, 30),
          field.weather({ te: null }, '2026-03-05T11:00:00Z'),
        );
        const [both, dead] = await field.read('weather', MARCH);
        expect(both).toMatchObject({ te: 25, hr: 62.5, wind: null });
        expect(both?.['vpd']).toBeCloseTo(2.0105, 3); // not 1.19, which is that of the means
        expect(dead).toMatchObject({ te: null, hr: 60, vpd: null });
      });

      it('has requested members after the five, and null where they were not measured', async () => {
        await field.store(field.weather({ rain: 0.2, par: 800 }), field.weather({}, '2026-03-01T11:00:00Z'));
        const five = ['local_time', 'te', 'hr', 'wind', 'vpd'];
        const points = await field.read('weather', MARCH, { include: ['rain', 'par', 'wet'] });
        expect(points.map(Object.keys)).toEqual(Array(2).fill([...five, 'rain', 'par', 'wet']));
        expect(points).toMatchObject([
          { rain: 0.2, par: 800, wet: null },
          { rain: null, par: null, wet: null },
        ]);
        expect(Object.keys((await field.read('weather', MARCH))[0]!)).toEqual(five);
      });

      it.each(['1h', '1d'] as const)(
        'sums amounts by station and averages rates, over %s',
        async (interval) => {
          const of = (whose: DeviceContext, minute: number, over: Parameters<typeof weatherAt>[1]) =>
            placed(whose, 'weather', weatherAt(`2026-03-05T10:${minute}:00Z`, over));
          const { device, station } = field;
          await field.store(
            of(device, 10, { rain: 1.1, rad: 100, wet: 10 }),
            of(device, 20, { rain: 2.2, rad: 300, wet: null }),
          );
          const include = ['rain', 'rad', 'wet'] as const;
          const [alone] = await field.read('weather', MARCH, { interval, include });
          expect(alone).toMatchObject({ rain: 3.3, rad: 200, wet: 10 });

          await field.store(
            of(station.neighbour, 11, { rain: 5.3, rad: 500 }),
            of(station.neighbour, 12, {}),
          );
          const [both] = await field.read('weather', MARCH, { interval, include });
          expect(both).toMatchObject({ rain: 4.3, rad: 300, wet: 10 });
        },
      );

      it.each(['1h', '1d'] as const)('averages directions as vectors, over %s', async (interval) => {
        const of = (minute: number, dir: number | null) =>
          placed(field.device, 'weather', weatherAt(`2026-03-05T10:${minute}:00Z`, { dir, gust: 4 }));
        const direction = async () => {
          const include = ['dir', 'gust'] as const;
          return (await field.read('weather', MARCH, { interval, include }))[0];
        };
        await field.store(of(10, 360));
        expect(await direction()).toMatchObject({ dir: 360, gust: 4 });
        await field.store(of(11, null), of(12, 340));
        expect(await direction()).toMatchObject({ dir: 350, gust: 4 });
        await field.store(of(13, 40));
        expect((await direction())?.['dir']).toBeCloseTo(6.343, 3);
        await field.store(of(14, 180), of(15, 160), of(16, 220));
        expect(await direction()).toMatchObject({ dir: null, gust: 4 });
      });

      it.each(['raw', '1h', '1d'] as const)('is of the stations in a sector, over %s', async (interval) => {
        const { device, station } = field;
        const at = '2026-03-05T10:00:00Z';
        const moved = { ...device, sectorId: station.sectorIds.n2 };
        await field.store(
          placed(device, 'weather', weatherAt(at, { te: 10, rain: 1 })),
          placed(moved, 'weather', weatherAt('2026-03-05T10:10:00Z', { te: 20, rain: 2 })),
          placed(
            { ...station.neighbour, sectorId: station.sectorIds.n2 },
            'weather',
            weatherAt(at, { te: 30 }),
          ),
        );
        const of = async (sectorId: string | null) =>
          (await field.read('weather', MARCH, { interval, include: ['rain'], sectorId })).map(
            ({ te, rain }) => [te, rain],
          );
        expect(await of(station.sectorIds.n1)).toEqual([[10, 1]]);
        const raw = [
          [30, null],
          [20, 2],
        ];
        expect(await of(station.sectorIds.n2)).toEqual(interval === 'raw' ? raw : [[25, 2]]);
        expect(await of(null)).toHaveLength(interval === 'raw' ? 2 : 1);
      });

      it('is empty where nothing was measured', async () => {
        expect(await field.read('weather', MARCH)).toEqual([]);
      });
    });

    describe('intervals', () => {
      /** A reading every 10 minutes, its temperature the number of the reading. */
      const everyTenMinutes = (from: string, hours: number) =>
        field.store(
          ...Array.from({ length: hours * 6 }, (_, i) =>
            field.weather({ te: i / 10, hr: null }, Date.parse(from) + i * 600_000),
          ),
        );

      it('are aligned to the local clock', async () => {
        await everyTenMinutes('2026-03-05T10:00:00Z', 2);
        const points = await field.read(
          'weather',
          rangeOf('2026-03-05T15:50', '2026-03-05T17:00', 'Asia/Kathmandu'),
          { interval: '1h' },
        );
        expect(points.map(({ local_time, te }) => [local_time, te])).toEqual([
          ['2026-03-05T15:00:00.000+05:45', 0.1], // 15:55, for 15:45 lies before the range
          ['2026-03-05T16:00:00.000+05:45', 0.45], // 16:05 to 16:55
        ]);
        const quarters = await field.read(
          'weather',
          rangeOf('2026-03-05T15:00', '2026-03-05T16:20', 'Asia/Kathmandu'),
          { interval: '15m' },
        );
        expect(quarters.map(({ local_time }) => String(local_time).slice(11, 16))).toEqual([
          '15:45',
          '16:00',
          '16:15',
        ]);
      });

      it('have two buckets for a repeated hour, distinguished by their offsets', async () => {
        await everyTenMinutes('2025-04-06T02:00:00Z', 3); // 23:00 is shown twice, at 02:00Z and 03:00Z
        const points = await field.read('weather', rangeOf('2025-04-05T23:00', '2025-04-06T00:59', CHANGES), {
          interval: '1h',
        });
        expect(points.map(({ local_time, te }) => [local_time, te])).toEqual([
          ['2025-04-05T23:00:00.000-03:00', 0.25],
          ['2025-04-05T23:00:00.000-04:00', 0.85],
          ['2025-04-06T00:00:00.000-04:00', 1.45],
        ]);
      });

      it('have days of 25 and of 23 hours', async () => {
        await everyTenMinutes('2025-04-05T03:00:00Z', 49);
        const autumn = await field.read('weather', rangeOf('2025-04-05T00:00', '2025-04-06T23:59', CHANGES), {
          interval: '1d',
        });
        expect(autumn.map(({ local_time }) => local_time)).toEqual([
          '2025-04-05T00:00:00.000-03:00',
          '2025-04-06T00:00:00.000-04:00',
        ]);
        expect(autumn[0]?.['te']).toBeCloseTo((150 - 1) / 20, 6);

        await everyTenMinutes('2025-09-06T04:00:00Z', 47);
        const spring = await field.read('weather', rangeOf('2025-09-06T00:00', '2025-09-07T23:59', CHANGES), {
          interval: '1d',
        });
        expect(spring.map(({ local_time }) => local_time)).toEqual([
          '2025-09-06T00:00:00.000-04:00',
          '2025-09-07T01:00:00.000-03:00', // there is no midnight
        ]);
        expect(spring[1]?.['te']).toBeCloseTo((144 + 281) / 20, 6);
      });
    });

    it('irrigation is of the sector that was watered', async () => {
      const { n1, n2 } = field.station.sectorIds;
      const of = (eventId: string, sectorId: string) =>
        placed({ ...field.device, sectorId }, 'irrigation', anEvent({ eventId }));
      await field.store(of('one', n1), of('two', n2));
      const found = async (sectorId: string | null) =>
        (await field.read('irrigation', rangeOf('2020-01-01T00:00', '2030-01-01T00:00'), { sectorId }))
          .map(({ eventId }) => eventId)
          .toSorted();
      expect(await found(n1)).toEqual(['one']);
      expect(await found(n2)).toEqual(['two']);
      expect(await found(null)).toEqual(['one', 'two']);
    });

    describe('soil', () => {
      const day = rangeOf('2026-03-05T00:00', '2026-03-05T23:59:59', CHANGES);

      it('is as measured, by time, depth and sector', async () => {
        await field.store(
          field.soil({ depth: 60, moisture: 31 }, '2026-03-05T11:00:00Z'),
          field.soil({ depth: 7.5, moisture: null, tension: 34 }, '2026-03-05T11:00:00Z'),
          field.soil({ depth: 60, ec: 0.4 }, '2026-03-05T10:00:00Z'),
        );
        const place = { sectorId: field.station.sectorIds.n1, sector_name: 'N1' };
        const at = (time: string) => ({ local_time: `2026-03-05T${time}:00.000-03:00`, ...place });
        const others = { moisture: 27.5, temperature: 16, ec: null, tension: null, sampleCount: 1 };
        expect(await field.read('soil', day)).toEqual([
          { ...at('07:00'), depth: 60, ...others, ec: 0.4 },
          { ...at('08:00'), depth: 7.5, ...others, moisture: null, tension: 34 },
          { ...at('08:00'), depth: 60, ...others, moisture: 31 },
        ]);
      });

      it.each(['1h', '1d'] as const)('is averaged by depth and sector, over %s', async (interval) => {
        const of = (whose: DeviceContext, minute: number, over: Parameters<typeof soilAt>[1]) =>
          placed(whose, 'soil', soilAt(`2026-03-05T10:${minute}:00Z`, over));
        const { device, station } = field;
        const elsewhere = { ...station.neighbour, sectorId: station.sectorIds.n2 };
        await field.store(
          ...[of(device, 10, { moisture: 20 }), of(device, 20, { moisture: 30 })],
          ...[of(device, 30, { moisture: null, ec: 2 }), of(device, 10, { depth: 60, moisture: 40 })],
          of(elsewhere, 10, { moisture: 50 }),
        );
        const all = await field.read('soil', day, { interval });
        const of20 = (points: typeof all) =>
          points.map(({ depth, sector_name, moisture, ec, sampleCount }) => [
            ...[depth, sector_name, moisture, ec, sampleCount],
          ]);
        expect(of20(all)).toEqual(
          expect.arrayContaining([
            [20, 'N1', 25, 2, 3],
            [20, 'N2', 50, null, 1],
            [60, 'N1', 40, null, 1],
          ]),
        );
        expect(all.map(({ depth }) => depth)).toEqual([20, 20, 60]);
        expect(of20(await field.read('soil', day, { interval, depth: 60 }))).toEqual([
          [60, 'N1', 40, null, 1],
        ]);
        const { n2 } = station.sectorIds;
        expect(of20(await field.read('soil', day, { interval, sectorId: n2 }))).toEqual([
          [20, 'N2', 50, null, 1],
        ]);
      });
    });

    describe('plant KPIs', () => {
      const day = rangeOf('2026-03-05T00:00', '2026-03-05T23:59:59', CHANGES);

      it('are means by local day, KPI and sector, with scouting results', async () => {
        const { n1, n2 } = field.station.sectorIds;
        const plant = (hour: number, value: number, sector = n1) =>
          placed(field.device, 'plant', plantAt(`2026-03-05T${String(hour)}:00:00Z`, { value, sector }));
        await field.store(plant(10, 0.5), plant(11, 0.6), plant(12, 0.9, n2));
        const seen = (hour: number, over: Partial<ScoutedRecord>): ScoutedRecord => ({
          ...{ at: Date.parse(`2026-03-05T${String(hour)}:00:00Z`), sectorId: n1, affected: false },
          ...{ severitySum: null, severityCount: 0, ...over },
        });
        await field.ports.scout(field.station, [
          seen(12, { affected: true, severitySum: '25.5', severityCount: 2 }),
          seen(13, {}),
          seen(14, { severitySum: '0', severityCount: 1 }),
          seen(15, { sectorId: null }),
        ]);
        const point = (kpi: string, sectorId: string | null, value: number, sampleCount: number) => ({
          ...{ local_time: '2026-03-05T00:00:00.000-03:00', kpi, sectorId, value, sampleCount },
          sector_name: sectorId === n1 ? 'N1' : sectorId === n2 ? 'N2' : null,
        });
        const vigor = [point('vigor', n1, 0.55, 2), point('vigor', n2, 0.9, 1)];
        const scouted = [
          point('incidence', null, 0, 1),
          point('incidence', n1, 33.33, 3),
          point('severity', null, 0, 0),
          point('severity', n1, 8.5, 3),
        ];
        expect(await field.read('plant', day, { interval: '1d' })).toEqual([...scouted, ...vigor]);
        expect(await field.read('plant', day, { interval: '1d', kpi: 'vigor' })).toEqual(vigor);
        expect(await field.read('plant', day, { interval: '1d', kpi: 'severity' })).toEqual(scouted.slice(2));
        expect(await field.read('plant', day, { interval: '1d', sectorId: n2 })).toEqual([vigor[1]]);
        expect(await field.read('plant', day, { interval: '1d', kpi: 'nothing' })).toEqual([]);
      });

      it('are ordered by time, for any source', async () => {
        const times = ['2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z'];
        await field.store(...times.map((ts) => placed(field.device, 'plant', plantAt(ts))));
        const at = Date.parse('2026-03-05T11:00:00Z');
        await field.ports.scout(field.station, [
          { at, sectorId: field.station.sectorIds.n1, affected: true, severitySum: '7', severityCount: 1 },
        ]);
        const points = await field.read('plant', day);
        expect(
          points.map(({ local_time, kpi }) => `${String(local_time).slice(11, 16)} ${String(kpi)}`),
        ).toEqual(['07:00 vigor', '08:00 incidence', '08:00 severity', '09:00 vigor']);
      });
    });
  });
}
