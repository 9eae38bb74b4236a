import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AlertSlice, DueDevice } from '../alert-ports.ts';
import { AlertSlices, MAX_EVALUATIONS } from './alert-slices.ts';

const device = (companyId: string, number: number, over: Partial<DueDevice> = {}): DueDevice => ({
  ...{ companyId, deviceId: `${companyId}-${number}`, through: new Date(number), rules: 1, failures: 0 },
  ...over,
});
const many = (companyId: string, count: number, over: Partial<DueDevice> = {}) =>
  Array.from({ length: count }, (_, number) => device(companyId, number, over));
const allOf = (slices: AlertSlices): AlertSlice[] => {
  const all: AlertSlice[] = [];
  for (let slice = slices.next(); slice; slice = slices.next()) all.push(slice);
  return all;
};
const rulesOf = ({ devices, rules }: AlertSlice) =>
  Math.min(
    rules,
    devices.reduce((sum, one) => sum + one.rules, 0),
  );

describe('a slice', () => {
  it('is bounded in rules, readings and their product, whatever there is, and nothing is left out', () => {
    const due = fc.array(
      fc.tuple(
        fc.constantFrom('a', 'b', 'c'),
        fc.integer({ min: 1, max: 2_000 }),
        fc.integer({ min: 0, max: 1 }),
      ),
      { maxLength: 700 },
    );
    fc.assert(
      fc.property(due, (found) => {
        const devices = found.map(([company, rules, failures], n) => device(company, n, { rules, failures }));
        const slices = allOf(new AlertSlices(devices));
        expect(slices.flatMap((slice) => slice.devices).length).toBe(devices.length);
        for (const slice of slices) {
          expect(rulesOf(slice)).toBeLessThanOrEqual(500);
          expect(slice.readings).toBeGreaterThanOrEqual(10);
          if (slice.devices.some(({ rules }) => rules > 50))
            expect(slice).toMatchObject({ rules: 50, readings: 200 });
          expect(slice.readings * slice.devices.length).toBeLessThanOrEqual(5_000);
          expect(slice.readings * rulesOf(slice)).toBeLessThanOrEqual(MAX_EVALUATIONS);
        }
      }),
    );
  });

  it('contains many devices that have few readings, and one that has more or that failed', () => {
    const slices = new AlertSlices([...many('a', 400), device('b', 1, { failures: 1 })]);
    const first = slices.next();
    expect([first?.devices.length, first?.readings]).toEqual([400, 12]);
    slices.addRest([device('a', 7)]);
    expect(
      allOf(slices).map(({ devices, readings }) => [devices.map(({ deviceId }) => deviceId), readings]),
    ).toEqual([
      [['b-1'], 500],
      [['a-7'], 500],
    ]);
  });
});

describe('companies', () => {
  it('take turns, each with those that have waited for longest', () => {
    const slices = new AlertSlices([
      ...many('a', 600, { rules: 50 }).toReversed(),
      ...many('b', 3, { rules: 50, through: new Date(1_000) }),
    ]);
    const [first] = allOf(slices);
    expect(first?.devices.map(({ deviceId }) => deviceId)).toEqual([
      ...['a-0', 'b-0', 'a-1', 'b-1', 'a-2', 'b-2', 'a-3', 'a-4', 'a-5', 'a-6'],
    ]);
  });

  it('with a backlog take turns as well, and with those that have little to do', () => {
    const slices = new AlertSlices(many('c', 30, { rules: 50 }));
    slices.addRest([...many('a', 3), ...many('b', 1)]);
    expect(allOf(slices).map(({ devices }) => devices.map(({ companyId }) => companyId).join(''))).toEqual([
      ...['cccccccccc', 'a', 'cccccccccc', 'b', 'cccccccccc', 'a', 'a'],
    ]);
  });
});
