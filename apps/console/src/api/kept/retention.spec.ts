import { describe, expect, it } from '@jest/globals';
import { isKept, keptMs } from './retention.ts';

const DAY = 86_400_000;
const AT = Date.UTC(2026, 5, 1, 12);
const PAY = ['pay-runs', 'run-1', 'worker-1'];
const HARVEST = ['sessions', 'today'];

describe('an answer about pay', () => {
  it.each([
    ['the list', ['pay-runs']],
    ['a run', ['pay-runs', 'run-1']],
    ['a statement', PAY],
  ])('is kept a day at most: %s', (_, key) => {
    expect(isKept(key, AT, AT + DAY - 1)).toBe(true);
    expect(isKept(key, AT, AT + DAY)).toBe(false);
  });
});

it('keeps other answers for a week', () => {
  expect(isKept(HARVEST, AT, AT + 7 * DAY - 1)).toBe(true);
  expect(isKept(HARVEST, AT, AT + 7 * DAY)).toBe(false);
});

it('keeps nothing from the future, because its age is unknown after a clock was set back', () => {
  expect(isKept(PAY, AT, AT - 30_000)).toBe(true);
  expect(isKept(PAY, AT, AT - 3_600_000)).toBe(false);
});

it('stores nothing that stays on the device anyway', () => {
  expect(keptMs(['outbox-refused', 3])).toBe(0);
});
