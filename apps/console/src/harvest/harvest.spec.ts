import { describe, expect, it } from '@jest/globals';
import { cumulative, isLate } from './arrival.ts';
import { paceOf } from './pace.ts';
import { pickedByWorker } from './totals.ts';

const session = {
  openedAt: '2026-06-01T06:00:00.000Z',
  endsAt: '2026-06-01T18:00:00.000Z',
  closedAt: null,
  totals: { validUnits: 120, workerCount: 4 },
};

describe('the pace of a session', () => {
  it('counts from its opening until now', () => {
    expect(paceOf(session, Date.parse('2026-06-01T09:00:00Z'))).toEqual({
      ...{ hours: 3, perHour: 40, perHourAndWorker: 10 },
    });
  });

  it('stands still once it has ended or was closed', () => {
    const evening = Date.parse('2026-06-01T23:00:00Z');
    expect(paceOf(session, evening).perHour).toBe(10);
    expect(paceOf({ ...session, closedAt: '2026-06-01T08:00:00.000Z' }, evening).perHour).toBe(60);
  });

  it('is not told before there is any', () => {
    expect(paceOf(session, Date.parse(session.openedAt) + 14 * 60_000)).toMatchObject({
      perHour: null,
      perHourAndWorker: null,
    });
    const nobody = { ...session, totals: { validUnits: 0, workerCount: 0 } };
    expect(paceOf(nobody, Date.parse('2026-06-01T09:00:00Z'))).toMatchObject({
      perHour: 0,
      perHourAndWorker: null,
    });
  });
});

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

describe('what the crew picked', () => {
  it('adds up exactly over sessions, by unit, most first', () => {
    const report = (samplingUnit: string, ...picked: [string, number][]) => ({
      samplingUnit,
      workers: picked.map(([workerId, validUnits]) => ({ workerId, worker_name: workerId, validUnits })),
    });
    const crew = pickedByWorker([
      report('kg', ['Ana', 0.1], ['Ben', 0.25]),
      report('kg', ['Ana', 0.2]),
      report('box', ['Ben', 2]),
    ]);
    expect(crew.map(({ name, units, unit }) => [name, units, unit])).toEqual([
      ['Ben', 2, 'box'],
      ['Ana', 0.3, 'kg'],
      ['Ben', 0.25, 'kg'],
    ]);
  });
});
