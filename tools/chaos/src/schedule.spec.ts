import { describe, expect, it } from '@jest/globals';
import { scheduleOf } from './schedule.ts';

const SIZE = { kills: 20, outageMs: 10_000, apart: 80 };

describe('a schedule', () => {
  it('is the same for the same seed, and different for another', () => {
    expect(scheduleOf(7, SIZE)).toEqual(scheduleOf(7, SIZE));
    expect(scheduleOf(7, SIZE)).not.toEqual(scheduleOf(8, SIZE));
  });

  it('kills each process as often as requested, and does everything else at least once', () => {
    const schedule = scheduleOf(7, SIZE);
    const count = (target: keyof typeof schedule, what: string) =>
      schedule[target].filter((fault) => fault.what === what).length;
    for (const target of ['api', 'gateway', 'postgres'] as const) expect(count(target, 'kill')).toBe(20);
    const outages = ['freeze', 'stop', 'silence', 'refuse', 'fill'];
    expect(outages.map((what) => count('postgres', what))).toEqual([1, 1, 1, 1, 1]);
    expect([count('connections', 'cut'), count('connections', 'hold'), count('connections', 'lock')]).toEqual(
      [...[3, 3, 1]],
    );
  });
});
