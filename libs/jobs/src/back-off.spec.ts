import { expect, it } from '@jest/globals';
import { BackOff } from './back-off.ts';

let now = 0;

it('what failed is due after a pause that doubles up to a quarter of an hour, until it succeeds', () => {
  const backOff = new BackOff(() => now);
  const pauses: number[] = [];
  for (let i = 0; i < 12; i++) {
    expect(backOff.failed('a')).toBe(i === 0);
    const began = now;
    while (!backOff.isDue('a')) now += 1_000;
    pauses.push((now - began) / 1_000);
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900]);
  expect([backOff.isDue('b'), backOff.succeeded('b')]).toEqual([true, false]);
  expect([backOff.succeeded('a'), backOff.hasFailed('a')]).toEqual([true, false]);
});

it('ten thousand failures are remembered, those of the longest ago forgotten', () => {
  const backOff = new BackOff(() => now);
  for (let i = 0; i < 10_002; i++) backOff.failed(`k${i}`);
  expect([backOff.size, backOff.isDue('k1'), backOff.isDue('k2')]).toEqual([10_000, true, false]);
});
