import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { EXTRA_WEATHER, TELEMETRY_KINDS } from '../domain/index.ts';
import { placed, plantAt, weatherAt } from './builders.ts';
import { describeBuckets } from './contract/buckets.contract.ts';
import { describeCommands } from './contract/commands.contract.ts';
import { describeDeviceErrors } from './contract/device-errors.contract.ts';
import { Field, MARCH, rangeOf, type TelemetryPorts } from './field.ts';
import { describeHourlyWeather } from './contract/hourly-weather.contract.ts';
import { describeIndicators } from './contract/indicators.contract.ts';
import { describeSeries } from './contract/series.contract.ts';

/** What every implementation of the ports must do, including the fakes. */
export function describeTelemetryPorts(name: string, open: () => Promise<TelemetryPorts>): void {
  describe(`the ports of telemetry on ${name}`, () => {
    let ports: TelemetryPorts;
    let field: Field;

    beforeAll(async () => {
      ports = await open();
    });
    afterAll(() => ports.close());
    beforeEach(async () => {
      field = await Field.on(ports);
    });

    describe('stored readings', () => {
      it('are there once, however often they are sent', async () => {
        expect(await field.store(field.weather(), field.weather())).toEqual([undefined, undefined]);
        expect(await field.store(field.weather())).toEqual([undefined]);
        expect(await field.read('weather', MARCH)).toHaveLength(1);
      });

      it('are the first ones: a repeat with other values is a conflict', async () => {
        await field.store(field.weather({ te: 20, hr: null }));
        expect(
          await field.store(
            field.weather({ te: 21, hr: null }),
            field.weather({ te: 20, hr: 0 }),
            field.weather({ te: 20, hr: null }),
          ),
        ).toEqual(['conflict', 'conflict', undefined]);
        expect(await field.read('weather', MARCH)).toEqual([
          expect.objectContaining({ te: 20, hr: null, vpd: null }),
        ]);
      });

      it('keep their first rain, radiation and wetness, even if a repeat omits them', async () => {
        const whole = { rain: 0.2, rad: 612, par: 1_240, wet: 10, pressure: 1_013, gust: 6, dir: 225 };
        expect(await field.store(field.weather(whole), field.weather(whole))).toEqual([undefined, undefined]);
        expect(await field.store(field.weather(whole))).toEqual([undefined]);
        expect(await field.store(field.weather())).toEqual(['conflict']);
        for (const member of EXTRA_WEATHER)
          expect(await field.store(field.weather({ ...whole, [member]: 1 }))).toEqual(['conflict']);
        const later = '2026-03-01T10:10:00Z';
        expect(await field.store(field.weather({}, later))).toEqual([undefined]);
        expect(await field.store(field.weather({ rain: 1 }, later))).toEqual(['conflict']);
        expect(await field.read('weather', MARCH, { include: EXTRA_WEATHER })).toMatchObject([
          whole,
          { rain: null },
        ]);
      });

      it('are the first ones within one batch, with or without rain', async () => {
        const later = '2026-03-01T10:10:00Z';
        const [wet, dry] = [field.weather({ rain: 1 }), field.weather({}, later)];
        const codes = await field.store(wet, dry, field.weather({ rain: 2 }, later), field.weather(), wet);
        expect(codes).toEqual([undefined, undefined, 'conflict', 'conflict', undefined]);
        const points = await field.read('weather', MARCH, { include: ['rain'] });
        expect(points.map(({ rain }) => rain)).toEqual([1, null]);
      });

      it('report a conflict also within one batch, and new ones are stored', async () => {
        const later = field.weather({}, '2026-03-01T10:10:00Z');
        expect(await field.store(field.weather({ te: 1 }), field.weather({ te: 2 }), later)).toEqual([
          undefined,
          'conflict',
          undefined,
        ]);
        expect((await field.read('weather', MARCH)).map(({ te }) => te)).toEqual([1, 25]);
      });

      it('are the first ones also where several contradict each other at once', async () => {
        const base = Date.parse('2026-03-01T00:00:00Z');
        const instants = Array.from({ length: 40 }, (_, i) => base + i * 60_000);
        const [startedAt, endedAt] = [base, base + 3_600_000];
        const rainOf = (sender: number) => (sender % 2 === 0 ? null : sender);
        // Each in another order, and with values of its own.
        const sent = [1, 2, 3, 4, 5, 6].map((sender) =>
          instants
            .map((ts) => ({ ts, order: (ts / 60_000) % (sender + 2) }))
            .sort((a, b) => a.order - b.order)
            .flatMap(({ ts }) => [
              field.weather({ te: sender, rain: rainOf(sender) }, ts),
              placed(field.device, 'plant', plantAt(ts, { value: sender })),
              field.event({ eventId: `e${ts}`, startedAt, endedAt, volume: sender }),
            ]),
        );
        const codes = await Promise.all(sent.map((readings) => field.store(...readings)));
        expect(new Set(codes.flat())).toEqual(new Set([undefined, 'conflict']));
        const storedBy = (sender: number) => codes[sender - 1]!.filter((code) => code === undefined).length;
        const points = await Promise.all([
          field.read('weather', MARCH).then((all) => all.map(({ te }) => te)),
          field.read('plant', MARCH).then((all) => all.map(({ value }) => value)),
          field.read('irrigation', MARCH).then((all) => all.map(({ volume }) => volume)),
        ]);
        expect(points.map(({ length }) => length)).toEqual([40, 40, 40]);
        for (const sender of [1, 2, 3, 4, 5, 6])
          expect(storedBy(sender)).toBe(points.flat().filter((value) => value === sender).length);
        for (const { te, rain } of await field.read('weather', MARCH, { include: ['rain'] }))
          expect(rain).toBe(rainOf(te as number));
      });

      it('differ by device, KPI and sector', async () => {
        const { n1, n2 } = field.station.sectorIds;
        const at = '2026-03-01T10:00:00Z';
        const plant = (over: Parameters<typeof plantAt>[1], of = field.device) =>
          placed(of, 'plant', plantAt(at, over));
        const nowhere = { ...field.device, sectorId: null };
        const codes = await field.store(
          plant({ value: 1 }),
          plant({ value: 2, kpi: 'ndvi' }),
          plant({ value: 3, sector: n2 }),
          plant({ value: 4 }, nowhere),
          plant({ value: 5 }, field.station.neighbour),
          plant({ value: 6, sector: n1 }), // by default the device's own
          plant({ value: 4 }, nowhere),
        );
        expect(codes).toEqual([undefined, undefined, undefined, undefined, undefined, 'conflict', undefined]);
        const points = await field.read('plant', MARCH);
        expect(points.map(({ value }) => value).sort()).toEqual([2, 3, 3, 4]); // 1 and 5 as their mean
      });

      it('of soil differ by depth, and keep their first values', async () => {
        const shallow = field.soil({ depth: 20, moisture: 30 });
        expect(
          await field.store(
            ...[shallow, field.soil({ depth: 60, moisture: 35 }), shallow],
            ...[field.soil({ depth: 20, moisture: 31 }), field.soil({ depth: 20, moisture: 30, ec: 1 })],
          ),
        ).toEqual([undefined, undefined, undefined, 'conflict', 'conflict']);
        expect(await field.store(field.soil({ depth: 60, moisture: null }))).toEqual(['conflict']);
        const points = await field.read('soil', MARCH);
        expect(points.map(({ depth, moisture }) => [depth, moisture])).toEqual([
          [20, 30],
          [60, 35],
        ]);
      });

      it('belong to one device, even if another sends the same', async () => {
        const other = placed(
          field.station.neighbour,
          'weather',
          weatherAt('2026-03-01T10:00:00Z', { te: 31 }),
        );
        expect(await field.store(field.weather({ te: 29 }), other)).toEqual([undefined, undefined]);
        expect(await field.read('weather', MARCH)).toEqual([expect.objectContaining({ te: 30 })]);
      });

      it('may be of any kind in one batch, and of any month', async () => {
        const plant = placed(field.device, 'plant', plantAt('2001-02-03T04:05:06Z'));
        const soil = field.soil({}, '2000-05-06T07:08:09Z');
        expect(
          await field.store(field.event({}), field.weather({}, '2000-01-01T00:00:00Z'), plant, soil),
        ).toEqual([undefined, undefined, undefined, undefined]);
        const old = rangeOf('2000-01-01T00:00:00', '2001-12-31T00:00:00');
        expect(await field.read('weather', old)).toEqual([
          expect.objectContaining({ local_time: '2000-01-01T00:00:00.000+00:00' }),
        ]);
        expect(await field.read('plant', old)).toHaveLength(1);
        expect(await field.read('soil', old)).toHaveLength(1);
      });
    });

    describe('an irrigation event', () => {
      const startedAt = Date.parse('2026-03-02T08:00:00Z');
      const endedAt = startedAt + 90 * 60_000;
      const events = () => field.read('irrigation', MARCH);

      it('is completed by later messages, in any steps', async () => {
        const eventId = 'e1';
        await field.store(field.event({ eventId, startedAt }));
        expect(await events()).toEqual([
          expect.objectContaining({ ended_local: null, durationMinutes: null, volume: null }),
        ]);
        expect(await field.store(field.event({ eventId, startedAt, endedAt }))).toEqual([undefined]);
        expect(await field.store(field.event({ eventId, startedAt, volume: 12.5 }))).toEqual([undefined]);
        expect(await field.store(field.event({ eventId, startedAt }))).toEqual([undefined]);
        expect(await events()).toEqual([
          {
            ...{
              eventId,
              deviceId: field.device.deviceId,
              sectorId: field.station.sectorIds.n1,
              sector_name: 'N1',
            },
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
          field.event({ eventId, startedAt }),
          field.event({ eventId, startedAt, endedAt }),
          field.event({ eventId, startedAt, volume: 1 }),
        ];
        expect(await field.store(...steps)).toEqual([undefined, undefined, undefined]);
        expect(await events()).toEqual([expect.objectContaining({ durationMinutes: 90, volume: 1 })]);
      });

      it('keeps what is known of it', async () => {
        const eventId = 'e1';
        await field.store(field.event({ eventId, startedAt, endedAt }));
        expect(
          await field.store(
            field.event({ eventId, startedAt: startedAt + 1, endedAt, volume: 9 }),
            field.event({ eventId, startedAt, endedAt: endedAt + 1, volume: 9 }),
            field.event({ eventId, startedAt, volume: 9, sector: field.station.sectorIds.n2 }),
          ),
        ).toEqual(['conflict', 'conflict', 'conflict']);
        expect(await events()).toEqual([expect.objectContaining({ durationMinutes: 90, volume: null })]);
      });

      it('is listed where it overlaps the range, ends included, and while it runs', async () => {
        await field.store(
          field.event({ eventId: 'over', startedAt, endedAt }),
          field.event({ eventId: 'running', startedAt: startedAt - 1 }),
        );
        const at = (from: string, to: string) =>
          field.read('irrigation', rangeOf(from, to)).then((found) => found.map(({ eventId }) => eventId));
        expect(await at('2026-03-02T09:30:00', '2026-03-02T10:00:00')).toEqual(['running', 'over']);
        expect(await at('2026-03-02T09:30:00.001', '2026-03-02T10:00:00')).toEqual(['running']);
        expect(await at('2026-03-02T07:00:00', '2026-03-02T08:00:00')).toEqual(['running', 'over']);
        expect(await at('2026-03-02T07:00:00', '2026-03-02T07:59:59')).toEqual([]);
      });
    });

    describeSeries(() => field);
    describeBuckets(() => ports);
    describeHourlyWeather(() => field);
    describeIndicators(() => ports);
    describeDeviceErrors(() => field);
    describeCommands(() => field);

    describe('data of other companies', () => {
      const forbidden = { code: 'project_forbidden' };

      it('is refused: a project', async () => {
        const { device: foreign } = await ports.newStation();
        for (const projectId of [foreign.projectId, newId(), 'no id at all'])
          for (const kind of TELEMETRY_KINDS)
            await expect(field.read(kind, MARCH, { projectId })).rejects.toMatchObject(forbidden);
      });

      it('is refused: a sector, like one of another project', async () => {
        const foreign = await ports.newStation();
        for (const sectorId of [foreign.sectorIds.n1, newId(), 'no id at all'])
          for (const kind of ['plant', 'soil'] as const)
            await expect(field.read(kind, MARCH, { sectorId })).rejects.toMatchObject({
              code: 'sector_forbidden',
            });
        const { sectorId } = field.station.otherProject;
        for (const kind of ['plant', 'soil'] as const)
          await expect(field.read(kind, MARCH, { sectorId })).rejects.toMatchObject({
            code: 'sector_not_in_project',
          });
      });

      it('is not visible', async () => {
        await field.store(
          field.weather(),
          field.event({}),
          field.soil(),
          placed(field.device, 'plant', plantAt('2026-03-01T10:00:00Z')),
        );
        const other = await ports.newStation();
        const { companyId, projectId } = other.device;
        for (const kind of TELEMETRY_KINDS)
          expect(await field.read(kind, MARCH, { companyId, projectId })).toEqual([]);
      });

      it('is not found: sectors', async () => {
        const { companyId, projectId } = field.device;
        const keys = (await ports.sectors.sectorsOf(companyId, projectId)).map(({ key }) => key);
        expect(keys.sort()).toEqual(['n1', 'n2']);
        expect(await ports.sectors.sectorsOf((await ports.newStation()).companyId, projectId)).toEqual([]);
      });
    });
  });
}
