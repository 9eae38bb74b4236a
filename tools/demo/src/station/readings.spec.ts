import { describe, expect, it } from '@jest/globals';
import { CIEZA, Climate, inHotWind, Random, type Weather } from '@furrow/program';
import { heatIndex } from '@furrow/telemetry/domain';

/** Every half hour of a year. */
function year(): Weather[][] {
  const climate = new Climate(CIEZA, new Random(17));
  return Array.from({ length: 365 }, (_, day) =>
    Array.from({ length: 48 }, (_half, index) => climate.at(day + 1, index / 2, 30)),
  );
}

const days = year();
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const ofMonth = (first: number, member: keyof Weather) =>
  days.slice(first, first + 30).flatMap((day) => day.map((reading) => reading[member]));

describe('the weather of the demo farm', () => {
  it('has a winter with chill and a hot summer', () => {
    expect(mean(ofMonth(0, 'te'))).toBeGreaterThan(6);
    expect(mean(ofMonth(0, 'te'))).toBeLessThan(13);
    expect(mean(ofMonth(190, 'te'))).toBeGreaterThan(24);
    expect(days.flat().filter(({ te }) => te < 7.2).length / 2).toBeGreaterThan(300);
    expect(Math.max(...ofMonth(190, 'te'))).toBeLessThan(42);
  });

  it('is warmest in the afternoon, and dark at night', () => {
    const at = (hour: number, member: keyof Weather) => mean(days.map((day) => day[2 * hour]![member]));
    expect(at(15, 'te')).toBeGreaterThan(at(5, 'te') + 8);
    expect(at(5, 'hr')).toBeGreaterThan(at(15, 'hr') + 20);
    expect([at(1, 'rad'), at(23, 'par')]).toEqual([0, 0]);
    expect(at(12, 'rad')).toBeGreaterThan(400);
  });

  it('has some hundred millimetres of rain, which wets the leaves', () => {
    const rain = days.flat().reduce((sum, one) => sum + one.rain, 0);
    expect(rain).toBeGreaterThan(100);
    expect(rain).toBeLessThan(500);
    expect(days.flat().filter((one) => one.rain > 0 && one.wet === 0)).toEqual([]);
  });

  it('is never hot and wet at once', () => {
    const heat = days.flat().map(({ te, hr }) => heatIndex(te, hr));
    expect(Math.max(...heat)).toBeLessThan(42);
    expect(Math.max(...heat)).toBeGreaterThan(32);
  });

  it('ends in a hot wind, whatever the month and the hour', () => {
    const ends = days.flat().map((reading) => inHotWind(reading, 0.5));
    const heat = ends.map(({ te, hr }) => heatIndex(te, hr));
    expect(Math.min(...heat)).toBeGreaterThan(33);
    expect(Math.max(...heat)).toBeLessThan(41);
    expect(ends.filter(({ rain, wet }) => rain > 0 || wet > 0)).toEqual([]);
    const before = days.flat().map((reading) => inHotWind(reading, 9));
    expect(before).toEqual(days.flat());
  });
});
