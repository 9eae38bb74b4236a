import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import type {
  DeviceContext,
  PlacedReading,
  PlantScope,
  ReadingStore,
  ScoutedRecord,
  SectorRegistry,
  SeriesReader,
} from '../application/ports.ts';
import { type IrrigationEvent, type LocalInterval, LocalRange } from '../domain/index.ts';
import { anEvent, placed, plantAt, weatherAt } from './builders.ts';

/** A company with two stations in sector n1 of its project north, in Santiago. */
export interface Station {
  readonly companyId: string;
  readonly device: DeviceContext;
  readonly neighbour: DeviceContext;
  readonly sectorIds: { readonly n1: string; readonly n2: string };
  /** Another project of the company. */
  readonly otherProject: { readonly projectId: string; readonly sectorId: string };
  /** Its administrator. */
  readonly userId: string;
  readonly idpId: string;
}

/** Everything that telemetry asks of the outside, as one implementation offers it. */
export interface TelemetryPorts {
  readonly store: ReadingStore;
  readonly series: SeriesReader;
  readonly sectors: SectorRegistry;
  newStation(): Promise<Station>;
  /** Has scouts record something in the station's project. */
  scout(station: Station, records: readonly ScoutedRecord[]): Promise<void>;
  close(): Promise<void>;
}

type Point = Record<string, unknown>;
const CHANGES = 'America/Santiago';
const range = (from: string, to: string, timezone = 'UTC') => LocalRange.of({ from, to, timezone });

/** What every implementation of the ports must do, the fakes included. */
export function telemetryPortsContract(name: string, open: () => Promise<TelemetryPorts>): void {
  describe(`the ports of telemetry on ${name}`, () => {
    let ports: TelemetryPorts;
    let station: Station;
    let device: DeviceContext;

    beforeAll(async () => {
      ports = await open();
    });
    afterAll(() => ports.close());
    beforeEach(async () => {
      station = await ports.newStation();
      ({ device } = station);
    });

    /** What became of each reading: the code of its problem, or nothing. */
    const store = async (...readings: PlacedReading[]) => {
      const problems = await ports.store.store(readings);
      return readings.map((_, index) => problems.get(index)?.code);
    };
    const weather = (
      over: Parameters<typeof weatherAt>[1] = {},
      ts: string | number = '2026-03-01T10:00:00Z',
    ) => placed(device, 'weather', weatherAt(ts, over));
    const event = (over: Partial<IrrigationEvent>) => placed(device, 'irrigation', anEvent(over));

    async function read(
      kind: 'weather' | 'irrigation' | 'plant',
      span: LocalRange,
      over: Partial<PlantScope> = {},
    ) {
      const { companyId, projectId } = device;
      const scope = {
        companyId,
        projectId,
        range: span,
        interval: 'raw' as LocalInterval,
        kpi: null,
        sectorId: null,
      };
      const points: Point[] = [];
      await ports.series[kind]({ ...scope, ...over }, async (batch) => {
        points.push(...batch.map((text) => JSON.parse(text) as Point));
      });
      return points;
    }
    const march = range('2026-03-01T00:00:00', '2026-03-31T23:59:59');

    describe('what is kept', () => {
      it('is there once, however often it comes', async () => {
        expect(await store(weather(), weather())).toEqual([undefined, undefined]);
        expect(await store(weather())).toEqual([undefined]);
        expect(await read('weather', march)).toHaveLength(1);
      });

      it('is what came first: a repeat with other values is a conflict', async () => {
        await store(weather({ te: 20, hr: null }));
        expect(
          await store(
            weather({ te: 21, hr: null }),
            weather({ te: 20, hr: 0 }),
            weather({ te: 20, hr: null }),
          ),
        ).toEqual(['conflict', 'conflict', undefined]);
        expect(await read('weather', march)).toEqual([
          expect.objectContaining({ te: 20, hr: null, vpd: null }),
        ]);
      });

      it('tells a conflict also within one batch, and keeps what is new', async () => {
        const later = weather({}, '2026-03-01T10:10:00Z');
        expect(await store(weather({ te: 1 }), weather({ te: 2 }), later)).toEqual([
          undefined,
          'conflict',
          undefined,
        ]);
        expect((await read('weather', march)).map(({ te }) => te)).toEqual([1, 25]);
      });

      it('is another for every device, KPI and sector', async () => {
        const { n1, n2 } = station.sectorIds;
        const at = '2026-03-01T10:00:00Z';
        const plant = (over: Parameters<typeof plantAt>[1], of = device) =>
          placed(of, 'plant', plantAt(at, over));
        const nowhere = { ...device, sectorId: null };
        const codes = await store(
          plant({ value: 1 }),
          plant({ value: 2, kpi: 'ndvi' }),
          plant({ value: 3, sector: n2 }),
          plant({ value: 4 }, nowhere),
          plant({ value: 5 }, station.neighbour),
          plant({ value: 6, sector: n1 }), // by default the device's own
          plant({ value: 4 }, nowhere),
        );
        expect(codes).toEqual([undefined, undefined, undefined, undefined, undefined, 'conflict', undefined]);
        const points = await read('plant', march);
        expect(points.map(({ value }) => value).sort()).toEqual([2, 3, 3, 4]); // 1 and 5 as their mean
      });

      it('is of one device, also where another says the same', async () => {
        const other = placed(station.neighbour, 'weather', weatherAt('2026-03-01T10:00:00Z', { te: 31 }));
        expect(await store(weather({ te: 29 }), other)).toEqual([undefined, undefined]);
        expect(await read('weather', march)).toEqual([expect.objectContaining({ te: 30 })]);
      });

      it('takes readings of any kind in one batch, and of any month', async () => {
        const plant = placed(device, 'plant', plantAt('2001-02-03T04:05:06Z'));
        expect(await store(event({}), weather({}, '2000-01-01T00:00:00Z'), plant)).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
        const old = range('2000-01-01T00:00:00', '2001-12-31T00:00:00');
        expect(await read('weather', old)).toEqual([
          expect.objectContaining({ local_time: '2000-01-01T00:00:00.000+00:00' }),
        ]);
        expect(await read('plant', old)).toHaveLength(1);
      });
    });

    describe('an irrigation event', () => {
      const startedAt = Date.parse('2026-03-02T08:00:00Z');
      const endedAt = startedAt + 90 * 60_000;
      const events = () => read('irrigation', march);

      it('is completed by what comes later, in any steps', async () => {
        const eventId = 'e1';
        await store(event({ eventId, startedAt }));
        expect(await events()).toEqual([
          expect.objectContaining({ ended_local: null, durationMinutes: null, volume: null }),
        ]);
        expect(await store(event({ eventId, startedAt, endedAt }))).toEqual([undefined]);
        expect(await store(event({ eventId, startedAt, volume: 12.5 }))).toEqual([undefined]);
        expect(await store(event({ eventId, startedAt }))).toEqual([undefined]);
        expect(await events()).toEqual([
          {
            ...{ eventId, deviceId: device.deviceId, sectorId: station.sectorIds.n1, sector_name: 'N1' },
            ...{
              started_local: '2026-03-02T08:00:00.000+00:00',
              ended_local: '2026-03-02T09:30:00.000+00:00',
            },
            ...{ durationMinutes: 90, volume: 12.5 },
          },
        ]);
      });

      it('is completed within one batch too', async () => {
        const eventId = 'e1';
        const steps = [
          event({ eventId, startedAt }),
          event({ eventId, startedAt, endedAt }),
          event({ eventId, startedAt, volume: 1 }),
        ];
        expect(await store(...steps)).toEqual([undefined, undefined, undefined]);
        expect(await events()).toEqual([expect.objectContaining({ durationMinutes: 90, volume: 1 })]);
      });

      it('keeps what is known of it', async () => {
        const eventId = 'e1';
        await store(event({ eventId, startedAt, endedAt }));
        expect(
          await store(
            event({ eventId, startedAt: startedAt + 1, endedAt, volume: 9 }),
            event({ eventId, startedAt, endedAt: endedAt + 1, volume: 9 }),
            event({ eventId, startedAt, volume: 9, sector: station.sectorIds.n2 }),
          ),
        ).toEqual(['conflict', 'conflict', 'conflict']);
        expect(await events()).toEqual([expect.objectContaining({ durationMinutes: 90, volume: null })]);
      });

      it('is told where it overlaps the range, ends included, and while it runs', async () => {
        await store(
          event({ eventId: 'over', startedAt, endedAt }),
          event({ eventId: 'running', startedAt: startedAt - 1 }),
        );
        const at = (from: string, to: string) =>
          read('irrigation', range(from, to)).then((found) => found.map(({ eventId }) => eventId));
        expect(await at('2026-03-02T09:30:00', '2026-03-02T10:00:00')).toEqual(['running', 'over']);
        expect(await at('2026-03-02T09:30:00.001', '2026-03-02T10:00:00')).toEqual(['running']);
        expect(await at('2026-03-02T07:00:00', '2026-03-02T08:00:00')).toEqual(['running', 'over']);
        expect(await at('2026-03-02T07:00:00', '2026-03-02T07:59:59')).toEqual([]);
      });
    });

    describe('the weather', () => {
      it('is told in local time, both ends included', async () => {
        await store(
          ...['02:59:59.999Z', '03:00:00Z', '03:00:00.001Z', '03:10:00Z', '03:10:00.001Z'].map((time) =>
            weather({}, `2026-03-05T${time}`),
          ),
        );
        const points = await read('weather', range('2026-03-05T00:00', '2026-03-05T00:10:00', CHANGES));
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
        await store(
          of(device, 15, 95),
          of(station.neighbour, 35, 30),
          weather({ te: null }, '2026-03-05T11:00:00Z'),
        );
        const [both, dead] = await read('weather', march);
        expect(both).toMatchObject({ te: 25, hr: 62.5, wind: null });
        expect(both?.['vpd']).toBeCloseTo(2.0105, 3); // not 1.19, which is that of the means
        expect(dead).toMatchObject({ te: null, hr: 60, vpd: null });
      });

      it('is empty where nobody measured', async () => {
        expect(await read('weather', march)).toEqual([]);
      });
    });

    describe('intervals', () => {
      /** A reading every 10 minutes, its temperature the number of the reading. */
      const everyTenMinutes = (from: string, hours: number) =>
        store(
          ...Array.from({ length: hours * 6 }, (_, i) =>
            weather({ te: i / 10, hr: null }, Date.parse(from) + i * 600_000),
          ),
        );

      it('are aligned to the local clock', async () => {
        await everyTenMinutes('2026-03-05T10:00:00Z', 2);
        const points = await read(
          'weather',
          range('2026-03-05T15:50', '2026-03-05T17:00', 'Asia/Kathmandu'),
          { interval: '1h' },
        );
        expect(points.map(({ local_time, te }) => [local_time, te])).toEqual([
          ['2026-03-05T15:00:00.000+05:45', 0.1], // 15:55, for 15:45 lies before the range
          ['2026-03-05T16:00:00.000+05:45', 0.45], // 16:05 to 16:55
        ]);
        const quarters = await read(
          'weather',
          range('2026-03-05T15:00', '2026-03-05T16:20', 'Asia/Kathmandu'),
          { interval: '15m' },
        );
        expect(quarters.map(({ local_time }) => String(local_time).slice(11, 16))).toEqual([
          '15:45',
          '16:00',
          '16:15',
        ]);
      });

      it('make two buckets of a repeated hour, told apart by their offsets', async () => {
        await everyTenMinutes('2025-04-06T02:00:00Z', 3); // 23:00 is shown twice, at 02:00Z and 03:00Z
        const points = await read('weather', range('2025-04-05T23:00', '2025-04-06T00:59', CHANGES), {
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
        const autumn = await read('weather', range('2025-04-05T00:00', '2025-04-06T23:59', CHANGES), {
          interval: '1d',
        });
        expect(autumn.map(({ local_time }) => local_time)).toEqual([
          '2025-04-05T00:00:00.000-03:00',
          '2025-04-06T00:00:00.000-04:00',
        ]);
        expect(autumn[0]?.['te']).toBeCloseTo((150 - 1) / 20, 6);

        await everyTenMinutes('2025-09-06T04:00:00Z', 47);
        const spring = await read('weather', range('2025-09-06T00:00', '2025-09-07T23:59', CHANGES), {
          interval: '1d',
        });
        expect(spring.map(({ local_time }) => local_time)).toEqual([
          '2025-09-06T00:00:00.000-04:00',
          '2025-09-07T01:00:00.000-03:00', // there is no midnight
        ]);
        expect(spring[1]?.['te']).toBeCloseTo((144 + 281) / 20, 6);
      });
    });

    describe('the KPIs of plants', () => {
      const day = range('2026-03-05T00:00', '2026-03-05T23:59:59', CHANGES);

      it('are means by local day, KPI and sector, with what scouts found', async () => {
        const { n1, n2 } = station.sectorIds;
        const plant = (hour: number, value: number, sector = n1) =>
          placed(device, 'plant', plantAt(`2026-03-05T${String(hour)}:00:00Z`, { value, sector }));
        await store(plant(10, 0.5), plant(11, 0.6), plant(12, 0.9, n2));
        const seen = (hour: number, over: Partial<ScoutedRecord>): ScoutedRecord => ({
          ...{ at: Date.parse(`2026-03-05T${String(hour)}:00:00Z`), sectorId: n1, affected: false },
          ...{ severitySum: null, severityCount: 0, ...over },
        });
        await ports.scout(station, [
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
        expect(await read('plant', day, { interval: '1d' })).toEqual([...scouted, ...vigor]);
        expect(await read('plant', day, { interval: '1d', kpi: 'vigor' })).toEqual(vigor);
        expect(await read('plant', day, { interval: '1d', kpi: 'severity' })).toEqual(scouted.slice(2));
        expect(await read('plant', day, { interval: '1d', sectorId: n2 })).toEqual([vigor[1]]);
        expect(await read('plant', day, { interval: '1d', kpi: 'nothing' })).toEqual([]);
      });

      it('are told in order of time, whoever saw them', async () => {
        const times = ['2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z'];
        await store(...times.map((ts) => placed(device, 'plant', plantAt(ts))));
        const at = Date.parse('2026-03-05T11:00:00Z');
        await ports.scout(station, [
          { at, sectorId: station.sectorIds.n1, affected: true, severitySum: '7', severityCount: 1 },
        ]);
        const points = await read('plant', day);
        expect(
          points.map(({ local_time, kpi }) => `${String(local_time).slice(11, 16)} ${String(kpi)}`),
        ).toEqual(['07:00 vigor', '08:00 incidence', '08:00 severity', '09:00 vigor']);
      });
    });

    describe('what is not of the company', () => {
      const forbidden = { code: 'project_forbidden' };

      it('is refused: a project', async () => {
        const { device: foreign } = await ports.newStation();
        for (const projectId of [foreign.projectId, newId(), 'no id at all'])
          for (const kind of ['weather', 'plant', 'irrigation'] as const)
            await expect(read(kind, march, { projectId })).rejects.toMatchObject(forbidden);
      });

      it('is refused: a sector; and one of another project contradicts', async () => {
        const foreign = await ports.newStation();
        for (const sectorId of [foreign.sectorIds.n1, newId(), 'no id at all'])
          await expect(read('plant', march, { sectorId })).rejects.toMatchObject({
            code: 'sector_forbidden',
          });
        await expect(read('plant', march, { sectorId: station.otherProject.sectorId })).rejects.toMatchObject(
          {
            code: 'sector_not_in_project',
          },
        );
      });

      it('is not seen', async () => {
        await store(weather(), event({}), placed(device, 'plant', plantAt('2026-03-01T10:00:00Z')));
        const other = await ports.newStation();
        const { companyId, projectId } = other.device;
        for (const kind of ['weather', 'plant', 'irrigation'] as const)
          expect(await read(kind, march, { companyId, projectId })).toEqual([]);
      });

      it('is not found: sectors', async () => {
        const { companyId, projectId } = device;
        const keys = (await ports.sectors.sectorsOf(companyId, projectId)).map(({ key }) => key);
        expect(keys.sort()).toEqual(['n1', 'n2']);
        expect(await ports.sectors.sectorsOf((await ports.newStation()).companyId, projectId)).toEqual([]);
      });
    });
  });
}
