import { describe, expect, it } from '@jest/globals';
import { paceOf, sumPicked } from './pace.ts';

const OPENED = new Date('2026-01-31T11:00:00Z');
const after = (minutes: number) => new Date(OPENED.getTime() + minutes * 60_000);

describe('the pace of a session', () => {
  it('is its valid units per hour, and per hour and worker', () => {
    const picked = { validUnits: '412.5', workerCount: 8 };
    expect(paceOf(OPENED, after(330), picked)).toEqual({ perHour: 75, perHourAndWorker: 9.375 });
    expect(paceOf(OPENED, after(15), picked).perHour).toBe(1_650);
  });

  it('is unknown within the first quarter of an hour, and of nobody', () => {
    const nothing = { perHour: null, perHourAndWorker: null };
    expect(paceOf(OPENED, after(14.9), { validUnits: '40', workerCount: 2 })).toEqual(nothing);
    expect(paceOf(OPENED, after(-5), { validUnits: '0', workerCount: 0 })).toEqual(nothing);
    expect(paceOf(OPENED, after(60), { validUnits: '0', workerCount: 0 })).toEqual({
      ...{ perHour: 0, perHourAndWorker: null },
    });
  });
});

describe('picked amounts', () => {
  it('are added exactly, and never across units', () => {
    const items = [
      { unit: 'kg', units: '0.1' },
      { unit: 'box', units: '3' },
      { unit: 'kg', units: 0.2 },
      { unit: null, units: 7 },
    ];
    expect(sumPicked(items)).toEqual([
      { unit: 'kg', units: 0.3 },
      { unit: 'box', units: 3 },
      { unit: null, units: 7 },
    ]);
    expect(sumPicked([])).toEqual([]);
  });

  it('are those of each thing, where it is named', () => {
    const of = (sectorId: string, units: number) => ({ sectorId, unit: 'kg', units });
    const sums = sumPicked([of('n1', 1), of('n2', 2), of('n1', 3)], ({ sectorId }) => sectorId);
    expect(sums).toEqual([of('n1', 4), of('n2', 2)]);
  });
});
