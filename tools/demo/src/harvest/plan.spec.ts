import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { Random } from '@furrow/program';
import { CREW } from '../people/crew.ts';
import { loadsOf, picksOn, sessionsOf, WORKDAYS } from './plan.ts';

const days = Array.from({ length: WORKDAYS }, (_, index) => index);
const planned = days.map((index) => sessionsOf(index, '2026-06-01' as LocalDate));

describe('the sessions of the season', () => {
  it('are on every working day, one in a sector, and end in every way', () => {
    for (const [index, sessions] of planned.entries()) {
      expect(sessions.length).toBeGreaterThan(0);
      const sectors = sessions.map(({ sector }) => sector);
      expect(new Set(sectors).size).toBe(sectors.length);
      for (const { crew } of sessions) expect(picksOn(index, crew)).toBe(true);
    }
    expect(new Set(planned.flat().map(({ ending }) => ending))).toEqual(
      new Set(['owner', 'midnight', 'duration']),
    );
    // The system closes a session only after the grace for late records.
    expect(new Set(planned.slice(-4).flatMap((some) => some.map(({ ending }) => ending)))).toEqual(
      new Set(['owner']),
    );
  });
});

describe('what a worker picks in a day', () => {
  const pickers = CREW.filter(({ crew }) => crew.startsWith('vega'));
  const loads = pickers.flatMap(({ pace, look }) =>
    days.map((day) => loadsOf(new Random(1_000 * (day + 1) + look), pace, 'kg')),
  );

  it('is mostly 300 to 600 kg, and of good quality', () => {
    const kilograms = loads.map((of) => of.reduce((sum, { units }) => sum + units, 0)).sort((a, b) => a - b);
    const within = kilograms.filter((sum) => sum >= 300 && sum <= 600).length / kilograms.length;
    expect(within).toBeGreaterThan(0.85);
    const mean = kilograms.reduce((sum, one) => sum + one, 0) / kilograms.length;
    expect(kilograms[Math.floor(kilograms.length / 2)]!).toBeLessThan(mean); // skewed: few are much faster
    const share = (quality: string) =>
      loads.flat().filter((load) => load.quality === quality).length / loads.flat().length;
    expect(['export', 'local', 'industry'].map((quality) => Math.round(10 * share(quality)))).toEqual([
      7, 2, 1,
    ]);
  });

  it('is the same for the same seed, within the working hours', () => {
    expect(loadsOf(new Random(7), 1, 'kg')).toEqual(loadsOf(new Random(7), 1, 'kg'));
    const hours = loads.flat().map(({ hour }) => hour);
    expect([Math.min(...hours) > 6.5, Math.max(...hours) < 14.5]).toEqual([true, true]);
  });
});
