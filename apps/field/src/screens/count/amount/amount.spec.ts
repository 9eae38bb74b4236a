import { expect, it } from '@jest/globals';
import { amountOf, containersFor } from './amount.ts';

const crate = { key: 'crate', name: 'Crate', unit: 'kg', units: 0.1, tare: 2.1, min: null, max: 40 };
const bin = { ...crate, key: 'bin', units: null, min: 10 };

it('counts full containers without the errors of floating-point numbers', () => {
  expect(amountOf({ container: crate, count: 3 })).toEqual({
    ...{ sent: { container: 'crate', count: 3 }, units: 0.3 },
  });
  expect(amountOf({ count: 2.5 })).toEqual({ sent: { units: 2.5 }, units: 2.5 });
});

it('takes the tare of each container off a weight', () => {
  expect(amountOf({ container: bin, count: 11, gross: 412.5 })).toEqual({
    ...{ sent: { container: 'bin', count: 11, gross: 412.5 }, units: 389.4 },
  });
});

it.each([
  ['no weight', { container: bin, count: 1 }, { is: 'weight-missing' }],
  ['no number', { container: crate, count: 1, gross: NaN }, { is: 'weight-missing' }],
  ['the tare', { container: crate, count: 1, gross: 2.1 }, { is: 'below-tare', tare: 2.1, unit: 'kg' }],
  ['too little', { container: bin, count: 2, gross: 20 }, { is: 'out-of-range', min: 10, max: 40 }],
  ['too much', { container: bin, count: 1, gross: 42.2 }, { is: 'out-of-range', min: 10, max: 40 }],
])('refuses %s, as the office would', (_, measure, problem) => {
  expect(amountOf(measure)).toMatchObject(problem);
});

it('offers the containers of the unit of the session', () => {
  expect(containersFor([crate, { ...bin, unit: 'lug' }], 'kg')).toEqual([crate]);
  expect(containersFor([crate], null)).toEqual([crate]);
});
