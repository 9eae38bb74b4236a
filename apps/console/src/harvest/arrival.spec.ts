import { describe, expect, it } from '@jest/globals';
import { cumulative, isLate } from './arrival.ts';

describe('records', () => {
  it('are late where they came more than ten minutes after they were made', () => {
    const recordedAt = '2026-06-01T06:00:00.000Z';
    expect(isLate({ recordedAt, createdAt: '2026-06-01T06:10:00.000Z' })).toBe(false);
    expect(isLate({ recordedAt, createdAt: '2026-06-01T06:10:00.001Z' })).toBe(true);
  });

  it('add up exactly, without voids and counter-movements, in the order they were recorded', () => {
    const record = (recordedAt: string, units: number, more = {}) => ({
      ...{ recordedAt, createdAt: recordedAt, units, kind: 'addition', voided: false, ...more },
    });
    const sums = cumulative([
      record('2026-06-01T06:02:00.000Z', 0.2, { createdAt: '2026-06-01T09:00:00.000Z' }),
      record('2026-06-01T06:01:00.000Z', 0.1),
      record('2026-06-01T06:03:00.000Z', 5, { voided: true }),
      record('2026-06-01T06:03:00.000Z', -5, { kind: 'void' }),
    ]);
    expect(sums.map(({ units, isLate }) => [units, isLate])).toEqual([
      [0.1, false],
      [0.3, true],
    ]);
  });
});
