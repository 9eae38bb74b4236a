import { expect, it } from '@jest/globals';
import { backAtWork, begun, type CrewDay, ended, endOf, moved, NO_CREW, rested } from './crew-day.ts';

const at = (time: string) => `2026-01-31T${time}:00.000Z`;
const [NORTH, SOUTH] = [
  { projectId: 'p', sectorId: 'north' },
  { projectId: 'p', sectorId: 'south' },
];
let ids = 0;
const id = () => `shift-${++ids}`;
const begin = (day: CrewDay, workers: string[], time = '07:00') =>
  begun(day, workers, NORTH, { kind: 'piece', at: at(time), id });

it('begins a shift of everybody who works in none, once', () => {
  const day = begin(begin(NO_CREW, ['ana', 'ben']), ['ana', 'ben', 'cai'], '07:30');
  expect(day.shifts.map(({ workerId, startedAt }) => [workerId, startedAt])).toEqual([
    ['ana', at('07:00')],
    ['ben', at('07:00')],
    ['cai', at('07:30')],
  ]);
  expect(day.toBegin).toHaveLength(3);
  expect(day.members).toEqual(['ana', 'ben', 'cai']);
});

it('a rest becomes a meal, and a shift ends with the break that is open', () => {
  const crew = ['ana', 'ben'];
  const morning = rested(begin(NO_CREW, crew), crew, 'rest', at('09:00'));
  const noon = rested(backAtWork(morning, ['ben'], at('09:10')), crew, 'meal', at('12:00'));
  const day = ended(noon, crew, at('12:30'));
  expect(day.shifts.map(endOf)).toMatchObject([
    {
      endedAt: at('12:30'),
      breaks: [
        { kind: 'rest', startedAt: at('09:00'), endedAt: at('12:00') },
        { kind: 'meal', startedAt: at('12:00'), endedAt: at('12:30') },
      ],
    },
    {
      breaks: [
        { kind: 'rest', endedAt: at('09:10') },
        { kind: 'meal', endedAt: at('12:30') },
      ],
    },
  ]);
  expect(ended(day, crew, at('13:00')).toEnd).toHaveLength(2);
});

it('a break that was pressed twice in one moment is none', () => {
  const day = rested(
    rested(begin(NO_CREW, ['ana']), ['ana'], 'rest', at('09:00')),
    ['ana'],
    'meal',
    at('09:00'),
  );
  expect(day.shifts[0]?.breaks).toEqual([{ kind: 'meal', startedAt: at('09:00') }]);
});

it('moves those who work elsewhere, without a gap', () => {
  const day = moved(begin(NO_CREW, ['ana']), ['ana', 'ben'], SOUTH, { at: at('10:00'), id });
  expect(day.shifts).toMatchObject([
    { sectorId: 'north', endedAt: at('10:00') },
    { sectorId: 'south', startedAt: at('10:00') },
  ]);
  expect(moved(day, ['ana'], SOUTH, { at: at('11:00'), id })).toMatchObject({ shifts: day.shifts });
});
