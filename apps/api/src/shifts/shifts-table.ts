import type { ListForm } from '../http/export/list-answer.ts';
import { LocalTimes, membersOf, table } from '../http/export/table.ts';
import type { shiftAnswer } from './shift-answer.ts';

type Shift = ReturnType<typeof shiftAnswer>;

const times = new LocalTimes();

/** Breaks are shown as hours: `hours` excludes meals, and includes `restHours`. */
export const SHIFTS_FORM: ListForm<Shift> = {
  name: 'shifts',
  table: table({
    ...membersOf<Shift>('shiftId', 'workerId', 'worker_name', 'projectId', 'sectorId', 'kind'),
    day: ({ day, timezone }) => times.of(day, timezone)?.slice(0, 10),
    ...membersOf<Shift>('timezone', 'startedAt'),
    startedLocal: ({ startedAt, timezone }) => times.of(startedAt, timezone),
    ...membersOf<Shift>('endedAt'),
    endedLocal: ({ endedAt, timezone }) => times.of(endedAt, timezone),
    ...membersOf<Shift>('hours', 'restHours'),
    flags: ({ flags }) => flags.join('; '),
    ...membersOf<Shift>('clientEventId', 'voided', 'notes', 'createdBy', 'createdAt'),
  }),
};
