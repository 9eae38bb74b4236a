import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PlacedReading } from '../../../application/ports.ts';
import { LOCAL_INTERVALS, LocalRange } from '../../../domain/index.ts';
import { placed, plantAt, weatherAt } from '../../../testing/builders.ts';
import { InMemoryTelemetry } from '../../../testing/in-memory-telemetry.ts';
import { SITES, type Station } from '../../../testing/field.ts';
import { type TelemetryOnPostgres, telemetryOnPostgres } from '../../../testing/telemetry-on-postgres.ts';

const ZONES = [
  'UTC',
  'America/Santiago',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'America/St_Johns',
];
const HOUR = 3_600_000;

let telemetry: TelemetryOnPostgres;
let station: Station;

beforeAll(async () => {
  telemetry = await telemetryOnPostgres();
  station = await telemetry.newStation();
});
afterAll(() => telemetry.close());

/** The same data in memory, where the answer is plain arithmetic. */
async function inMemory(readings: readonly PlacedReading[]): Promise<InMemoryTelemetry> {
  const memory = new InMemoryTelemetry();
  const { companyId, device, neighbour, sectorIds } = station;
  const sector = (key: 'n1' | 'n2') => ({ sectorId: sectorIds[key], key, name: key.toUpperCase() });
  memory.projects.set(device.projectId, {
    ...{ companyId, projectId: device.projectId, timezone: 'America/Santiago' },
    devices: [
      { ...device, ...SITES[0] },
      { ...neighbour, ...SITES[1] },
    ],
    sectors: [sector('n1'), sector('n2')],
  });
  await memory.store.store(readings);
  return memory;
}

it('a series equals plain arithmetic, in any zone, interval and range', async () => {
  // Half a year around the clock changes of both hemispheres, in steps that do not divide any interval.
  const from = Date.UTC(2024, 2, 1);
  const readings = Array.from({ length: 3_000 }, (_, i) => {
    const ts = from + i * 127 * 60_000 + (i % 7) * 1_003;
    const device = i % 3 === 0 ? station.neighbour : station.device;
    const te = i % 11 === 0 ? null : ((i * 37) % 500) / 10;
    const hr = i % 13 === 0 ? null : (i * 7) % 101;
    const extra = { rain: i % 5 === 0 ? null : (i % 9) / 5, rad: i % 1_000, wet: i % 17 < 9 ? null : i % 17 };
    return [
      placed(device, 'weather', weatherAt(ts, { te, hr, wind: (i % 40) / 4, ...extra })),
      placed(
        device,
        'plant',
        plantAt(ts, {
          kpi: i % 2 ? 'vigor' : 'ndvi',
          value: i / 8,
          sector: i % 5 ? null : station.sectorIds.n2,
        }),
      ),
    ];
  }).flat();
  for (let i = 0; i < readings.length; i += 1_000) await telemetry.store.store(readings.slice(i, i + 1_000));
  const memory = await inMemory(readings);

  const zoned = fc.record({
    timezone: fc.constantFrom(...ZONES),
    interval: fc.constantFrom(...LOCAL_INTERVALS),
    start: fc.integer({ min: -48, max: 24 * 260 }),
    hours: fc.integer({ min: 0, max: 24 * 60 }),
    kind: fc.constantFrom('weather', 'plant'),
    kpi: fc.constantFrom(null, null, 'vigor'),
  });
  await fc.assert(
    fc.asyncProperty(zoned, async ({ timezone, interval, start, hours, kind, kpi }) => {
      const written = (at: number) => new Date(at).toISOString().slice(0, 19);
      const at = from + start * HOUR;
      const range = LocalRange.of({ from: written(at), to: written(at + hours * HOUR + 5 * HOUR), timezone });
      const { companyId, projectId } = station.device;
      const include = ['rain', 'rad', 'wet'] as const;
      const scope = { companyId, projectId, range, interval, kpi, sectorId: null, include };
      const read = async (series: TelemetryOnPostgres['series'] | InMemoryTelemetry['series']) => {
        const points: Record<string, unknown>[] = [];
        await series[kind](scope, async (batch) => {
          points.push(...batch.map((text) => JSON.parse(text) as Record<string, unknown>));
        });
        return points.map((point) =>
          Object.fromEntries(Object.entries(point).map(([name, value]) => [name, nearly(value)])),
        );
      };
      expect(await read(telemetry.series)).toEqual(await read(memory.series));
    }),
    { numRuns: 120 },
  );
});

/** Sums in another order differ in their last digits. */
function nearly(value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(4)) : value;
}

it('a year is read in batches, one after the other', async () => {
  const { device } = await telemetry.newStation();
  const from = Date.UTC(2025, 0, 1);
  const count = 52_560;
  for (let i = 0; i < count; i += 1_000) {
    const size = Math.min(1_000, count - i);
    await telemetry.store.store(
      Array.from({ length: size }, (_, n) => placed(device, 'weather', weatherAt(from + (i + n) * 600_000))),
    );
  }
  const range = LocalRange.of({ from: '2025-01-01T00:00', to: '2025-12-31T23:59', timezone: 'UTC' });
  const sizes: number[] = [];
  let reading = 0;
  await telemetry.series.weather(
    { ...device, sectorId: null, range, interval: 'raw', include: [] },
    async (points) => {
      expect(++reading).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      sizes.push(points.length);
      reading--;
    },
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
});
