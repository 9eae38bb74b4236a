import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  ChillPortions,
  EXTRA_WEATHER,
  favourableHours,
  PowderyMildewIndex,
  QUANTITIES,
} from '@furrow/telemetry/domain';
import { Climate, type Weather } from './climate.ts';

const half = () => 0.5;
const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const isPossible = (weather: Weather) =>
  weather.te > -20 &&
  weather.te < 45 &&
  weather.hr >= 5 &&
  weather.hr <= 100 &&
  weather.wind >= 0 &&
  EXTRA_WEATHER.every((member) => weather[member] >= 0 && weather[member] <= QUANTITIES[member].max);

describe('the simulated climate of a place', () => {
  it('is warm and dry in the afternoon, cold and damp before dawn', () => {
    const climate = new Climate(half);
    const [dawn, afternoon] = [climate.at(3), climate.at(15)];
    expect(afternoon.te - dawn.te).toBeGreaterThan(10);
    expect(dawn.hr - afternoon.hr).toBeGreaterThan(20);
  });

  it('is dark at night and bright at noon, and wets leaves when it rains', () => {
    const [night, noon] = [2, 13].map((hour) => new Climate(half).at(hour, 60));
    expect([night?.rad, night?.par]).toEqual([0, 0]);
    expect(noon?.rad).toBeGreaterThan(500);
    const showers = new Climate(() => 0).at(8, 60);
    expect(showers).toMatchObject({ rain: 4, wet: 60 });
  });

  it('has heat, chill and days that mildew likes in any two weeks', () => {
    const weather = fc.noBias(
      fc.record({ first: fc.integer({ min: 0, max: 9 }), values: fc.infiniteStream(share) }),
    );
    fc.assert(
      fc.property(weather, ({ first, values }) => {
        // A climate of its own for each day, as the simulated past has.
        const fortnight = Array.from({ length: 14 }, (_, n) => {
          const climate = new Climate(() => values.next().value as number);
          return Array.from({ length: 24 }, (_hour, hour) => climate.at(hour, 60, first + n + hour / 24).te);
        });
        const chill = new ChillPortions();
        const portions = fortnight.flat().reduce((sum, te) => sum + chill.after(te), 0);
        const mildew = new PowderyMildewIndex();
        const risks = fortnight.map((day) =>
          mildew.after({ favourableHours: favourableHours(day), lethalMinutes: 0 }),
        );
        const hot = Math.max(...fortnight.flat());
        expect([portions > 1, Math.max(...risks) >= 60, hot > 20]).toEqual([true, true, true]);
      }),
    );
  });

  it('stays within what stations can measure, for any duration', () => {
    fc.assert(
      fc.property(fc.infiniteStream(share), (values) => {
        const climate = new Climate(() => values.next().value as number);
        // One assertion for all: an assertion takes longer than the weather that it is about.
        const watched = Array.from({ length: 100 }, (_, i) => climate.at((i * 0.7) % 24, i % 2 ? 60 : 1_440));
        expect(watched.filter((weather) => !isPossible(weather))).toEqual([]);
      }),
    );
  });
});
