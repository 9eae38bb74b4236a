import { describe, expect, it } from '@jest/globals';
import { incidenceOf, severityOf } from '@furrow/agronomy/domain';
import { textOrder } from '@furrow/kernel';
import fc from 'fast-check';
import { LocalBuckets, LocalRange } from '../domain/index.ts';
import type { ScoutedRecord } from './ports.ts';
import { type BucketedPoint, mergedInTime, scoutedPoints } from './scouted-points.ts';

const range = LocalRange.of({ from: '2026-03-01T00:00', to: '2026-03-31T00:00', timezone: 'UTC' });
const record = (day: number, over: Partial<ScoutedRecord> = {}): ScoutedRecord => ({
  ...{ at: Date.UTC(2026, 2, day), sectorId: null, affected: false, severitySum: null, severityCount: 0 },
  ...over,
});

async function* inBatches<T>(items: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);
}

async function pointsOf(records: readonly ScoutedRecord[], kpi: string | null = null) {
  const buckets = new LocalBuckets('UTC', '1d', range, range.to);
  const points: BucketedPoint[] = [];
  const wanted = { kpi, names: { s: 'S' }, figures: { incidenceOf, severityOf } };
  for await (const batch of scoutedPoints(inBatches(records, 2), buckets, wanted)) points.push(...batch);
  return points.map(({ point }) => JSON.parse(point) as Record<string, unknown>);
}

describe('the scouting results of a series', () => {
  it('are rounded half up', async () => {
    const eighth = [...Array(7).fill(record(1)), record(1, { affected: true })] as ScoutedRecord[];
    expect(await pointsOf(eighth, 'incidence')).toMatchObject([{ value: 12.5, sampleCount: 8 }]);
    const severities = [record(1, { severitySum: '2.01', severityCount: 2 })]; // 1.005, which no float is
    expect(await pointsOf(severities, 'severity')).toMatchObject([{ value: 1.01, sampleCount: 2 }]);
  });

  it('are returned by bucket and sector, as soon as a distant day is complete', async () => {
    const records = [1, 1, 2, 5, 5, 9].map((day, i) => record(day, { sectorId: i % 2 ? 's' : null }));
    const points = await pointsOf(records, 'incidence');
    expect(
      points.map(({ local_time, sector_name }) => [String(local_time).slice(8, 10), sector_name]),
    ).toEqual([
      ['01', null],
      ['01', 'S'],
      ['02', null],
      ['05', null],
      ['05', 'S'],
      ['09', 'S'],
    ]);
  });
});

it('two series are merged in order, without losing points', async () => {
  const points = fc.array(fc.record({ at: fc.nat(20), kpi: fc.constantFrom('a', 'incidence', 'z') }));
  const sorted = points.map((all) =>
    all
      .map((point, i): BucketedPoint => ({ ...point, point: `${point.at} ${point.kpi} ${i}` }))
      .sort((a, b) => a.at - b.at || textOrder(a.kpi, b.kpi)),
  );
  await fc.assert(
    fc.asyncProperty(sorted, sorted, fc.integer({ min: 1, max: 5 }), async (left, right, size) => {
      const merged: string[] = [];
      for await (const batch of mergedInTime(inBatches(left, size), inBatches(right, 3)))
        merged.push(...batch);
      const keys = merged.map((point) => point.split(' '));
      expect(merged.toSorted()).toEqual([...left, ...right].map(({ point }) => point).sort());
      for (const [i, [at, kpi]] of keys.entries()) {
        const [before, name] = keys[i - 1] ?? ['-1', ''];
        expect(Number(before) < Number(at) || (before === at && name! <= kpi!)).toBe(true);
      }
    }),
  );
});
