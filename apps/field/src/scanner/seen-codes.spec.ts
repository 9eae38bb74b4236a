import { expect, it } from '@jest/globals';
import { SeenCodes } from './seen-codes.ts';

it('a code that stays before the camera counts once, and again after it was gone', () => {
  const seen = new SeenCodes();
  expect(seen.take(['A'], 0)).toEqual(['A']);
  for (let at = 200; at < 10_000; at += 200) expect(seen.take(['A'], at)).toEqual([]);
  expect(seen.take([], 10_000)).toEqual([]);
  expect(seen.take(['A'], 11_000)).toEqual([]);
  expect(seen.take(['A'], 12_600)).toEqual(['A']);
});

it('two codes that take turns before the camera count once each', () => {
  const seen = new SeenCodes();
  const taken = [0, 300, 600, 900, 1_200, 1_500].flatMap((at, i) => seen.take([i % 2 === 0 ? 'A' : 'B'], at));
  expect(taken).toEqual(['A', 'B']);
});
