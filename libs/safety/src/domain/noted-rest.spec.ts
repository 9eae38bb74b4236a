import { describe, expect, it } from '@jest/globals';
import { isOwed, type NotedRest, RestRule, type WorkedShift, wasDue } from './index.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-01-10T11:00:00Z');
const at = (minute: number) => START + minute * MINUTE;
const shift = (from: number, to: number | null, breaks: [number, number][] = []): WorkedShift => ({
  ...{ startedAt: at(from), endedAt: to === null ? null : at(to) },
  breaks: breaks.map(([start, end]) => ({ from: at(start), to: at(end) })),
});
/** Ten minutes after two hours of work since minute 0, noted in minute 121. */
const NOTED: NotedRest = {
  rule: RestRule.declare({
    ...{ key: 'hot', projectId: 'p', metric: 'te', above: 35, restMinutes: 10, everyMinutes: 120 },
  }).state,
  ...{ workedSince: new Date(at(0)), notedAt: new Date(at(121)) },
};
const LATE = '%s that came later';

describe('a rest that was noted as due', () => {
  it.each([
    ['nothing', [shift(0, null)], true],
    ['the end, after it was noted,', [shift(0, 130)], true],
    ['the end, before it was noted,', [shift(0, 110)], false],
    ['a break in time', [shift(0, null, [[60, 70]])], false],
    ['a short break', [shift(0, null, [[60, 65]])], false],
    ['a break after it was noted', [shift(0, null, [[125, 140]])], true],
    ['a break that had begun', [shift(0, null, [[119, 130]])], false],
    ['work before', [shift(-60, 0), shift(0, null)], true],
    ['that nobody worked', [], false],
  ])(`was one by ${LATE}`, (_, shifts, was) => {
    expect(wasDue(NOTED, shifts)).toBe(was);
  });

  it.each([
    ['is owed', [shift(0, null)], true],
    ['is still the same if the work began earlier', [shift(-60, 0), shift(0, null)], true],
    ['is not taken by a short break', [shift(0, null, [[125, 134]])], true],
    ['is taken by a break that is long enough for its rule', [shift(0, null, [[125, 135]])], false],
    ['is taken between two shifts', [shift(0, 130), shift(140, null)], false],
  ])('%s', (_, shifts, owed) => {
    expect(isOwed(NOTED, shifts, at(145))).toBe(owed);
  });
});
