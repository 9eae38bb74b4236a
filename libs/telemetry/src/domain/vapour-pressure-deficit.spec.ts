import { expect, it } from '@jest/globals';
import { vapourPressureDeficit as vpd } from './vapour-pressure-deficit.ts';

it.each([
  [25, 60, 1.267],
  [15, 95, 0.0853],
  [35, 30, 3.936],
  [0, 50, 0.3054],
  [-40, 80, 0.0038],
  [20, 100, 0],
])('the vapour pressure deficit at %p °C and %p %% is %p kPa', (te, hr, kPa) =>
  expect(vpd(te, hr)).toBeCloseTo(kPa, 3),
);

it('the vapour pressure deficit is unknown if either value is', () => {
  expect([vpd(null, 60), vpd(25, null), vpd(null, null)]).toEqual([null, null, null]);
});
