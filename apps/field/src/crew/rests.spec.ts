import { expect, it } from '@jest/globals';
import { begun, type CrewDay, ended, moved, NO_CREW, rested, backAtWork } from './crew-day.ts';
import { type ProjectHeat, restsOf } from './rests.ts';

const iso = (time: string) => `2026-01-31T${time}:00.000Z`;
const at = (time: string) => Date.parse(iso(time));
const [NORTH, SOUTH] = [
  { projectId: 'hot', sectorId: 'north' },
  { projectId: 'hot', sectorId: 'south' },
];
let ids = 0;
const id = () => `shift-${++ids}`;
const begin = (workers: string[], time: string, place = NORTH, day: CrewDay = NO_CREW) =>
  begun(day, workers, place, { kind: 'piece', at: iso(time), id });
/** Measured at noon. */
const heat = (te: number | null, time = '12:00'): ProjectHeat => ({
  projectId: 'hot',
  rules: [{ key: 'heat', metric: 'te', above: 35, restMinutes: 10, everyMinutes: 120, source: null }],
  te: te === null ? null : { deviceId: 'ws', value: te, at: iso(time), ageSeconds: 30 },
  heatIndex: null,
});
const dueAt = (day: CrewDay, time: string, heats = [heat(37)]) =>
  restsOf(day, heats, at(time)).due.map(({ workerId, dueAt: due }) => [workerId, due]);

it('is due by the shifts and breaks of this phone, the longest first', () => {
  const early = begin(['ana', 'ben'], '09:00');
  const day = begin(
    ['cai'],
    '10:30',
    NORTH,
    backAtWork(rested(early, ['ben'], 'rest', iso('10:00')), ['ben'], iso('10:10')),
  );
  expect(dueAt(day, '12:05')).toEqual([['ana', at('11:00')]]);
  expect(dueAt(day, '12:15', [heat(37, '12:10')])).toEqual([
    ['ana', at('11:00')],
    ['ben', at('12:10')],
  ]);
  expect(restsOf(day, [heat(37)], at('12:05')).due[0]).toMatchObject({ value: 37, measuredAt: at('12:00') });
});

it('is taken while a break is, and goes on in another sector', () => {
  const crew = begin(['ana', 'ben'], '09:00');
  expect(dueAt(rested(crew, ['ana', 'ben'], 'meal', iso('11:58')), '12:05')).toEqual([]);
  const both = moved(crew, ['ana'], SOUTH, { at: iso('11:30'), id });
  expect(dueAt(both, '12:05')).toHaveLength(2);
  expect(dueAt(ended(both, ['ana', 'ben'], iso('12:00')), '12:05')).toEqual([]);
});

it('is unknown once the reading is old, and says since when', () => {
  const day = begin(['ana'], '09:00');
  expect(restsOf(day, [heat(37)], at('12:30'))).toMatchObject({ isUnknown: false });
  expect(restsOf(day, [heat(37)], at('12:31'))).toEqual({
    ...{ due: [], isUnknown: true, lastReadingAt: at('12:00') },
  });
  expect(restsOf(day, [heat(null)], at('12:05'))).toEqual({ due: [], isUnknown: true, lastReadingAt: null });
  expect(restsOf(NO_CREW, [heat(null)], at('12:05')).isUnknown).toBe(false);
});

it('is none where it is cool, and where no rule is known', () => {
  const day = begin(['ana'], '09:00');
  const none = { due: [], isUnknown: false, lastReadingAt: null };
  expect(restsOf(day, [heat(35)], at('12:05'))).toEqual(none);
  expect(restsOf(day, [], at('12:05'))).toEqual(none);
});
