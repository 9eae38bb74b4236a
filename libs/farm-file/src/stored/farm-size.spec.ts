import { expect, it } from '@jest/globals';
import { assertBounded, type FarmSize, MAX_FARM_BYTES, MOST_IN_USE } from './farm-size.ts';

const MOST = MOST_IN_USE.containers ?? 0;
const size = (containers: number, bytes = 0): FarmSize => ({
  inUse: new Map([['containers', containers]]),
  bytes,
});

it('a farm may have as many items as the limit, and not one more', () => {
  assertBounded(size(0), size(MOST));
  expect(() => assertBounded(size(0), size(MOST + 1))).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      details: [{ field: 'containers', message: expect.stringContaining('at most 1,000') }],
    }),
  );
});

it('a farm that is larger from before may change and shrink, and not grow', () => {
  assertBounded(size(MOST + 5), size(MOST + 5));
  assertBounded(size(MOST + 5), size(MOST + 4));
  expect(() => assertBounded(size(MOST + 5), size(MOST + 6))).toThrow();
  assertBounded(size(0, MAX_FARM_BYTES + 5), size(0, MAX_FARM_BYTES + 5));
  expect(() => assertBounded(size(0), size(0, MAX_FARM_BYTES + 1))).toThrow(
    expect.objectContaining({
      details: [{ field: 'company', message: expect.stringContaining('inactive items included') }],
    }),
  );
});
