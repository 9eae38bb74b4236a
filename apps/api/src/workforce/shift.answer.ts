import type { ShiftView } from '@furrow/workforce';
import { BREAK_KINDS, SHIFT_KINDS } from '@furrow/workforce/domain';
import type { Code } from '../errors/codes.ts';
import { bulkAnswer } from '../http/bulk-schema.ts';
import type { ListForm } from '../http/export/list-answer.ts';
import { alsoLocal, columnsOf, localDay, table } from '../http/export/table.ts';
import { numberOf } from '../http/number-of.ts';
import { PAGE_META } from '../http/page-query.ts';
import * as s from '../openapi/schema.ts';

/** The refusals of a shift with a valid body, alone and in a bulk sync. */
export const SHIFT_REFUSALS = [
  'worker_not_found',
  'project_not_found',
  'sector_not_found',
  'sector_not_in_project',
  'idempotency_key_reused',
  'started_in_future',
  'ends_in_future',
  'shift_too_long',
] as const satisfies readonly Code[];

const shiftBreak = s.named('ShiftBreak', 'Time within a shift without work.', {
  kind: s.about(s.oneOf(...BREAK_KINDS), 'A rest is part of the hours worked, a meal is not', 'rest'),
  startedAt: s.about(s.dateTime, 'When it began', '2026-01-31T13:00:00.000Z'),
  endedAt: s.about(s.dateTime, 'When it ended', '2026-01-31T13:10:00.000Z'),
});

const shift = s.named('Shift', 'The time that one worker was at work, of one kind of pay.', {
  shiftId: s.about(s.idOf('shift'), 'Id of the shift'),
  workerId: s.about(s.idOf('worker'), 'Who worked'),
  worker_name: s.about(s.text, 'Their full name', 'Ana María López'),
  projectId: s.about(s.idOf('project'), 'The project where the worker was'),
  sectorId: s.about(s.orNull(s.idOf('sector')), 'The sector where the worker was; null without one'),
  kind: s.about(
    s.oneOf(...SHIFT_KINDS),
    'Paid by the pieces picked in it, by its hours, or as time without pieces',
    'piece',
  ),
  day: s.about(
    s.dateTime,
    'The first instant of the project-local date on which it starts',
    '2026-01-31T03:00:00.000Z',
  ),
  timezone: s.about(s.text, 'The project’s, an IANA name', 'America/Santiago'),
  startedAt: s.about(s.dateTime, 'When it began', '2026-01-31T11:00:00.000Z'),
  endedAt: s.about(
    s.orNull(s.dateTime),
    'When it ended; null while it is running',
    '2026-01-31T19:30:00.000Z',
  ),
  breaks: s.about(s.listOf(shiftBreak), 'In the order in which they were taken'),
  hours: s.about(
    s.orNull(s.number),
    'Exact elapsed hours without meals, to 6 decimals; null while it is running',
    8.5,
  ),
  restHours: s.about(
    s.orNull(s.number),
    'Hours of rest, which are part of `hours`; null while it is running',
    0.166667,
  ),
  flags: s.about(
    s.listOf(s.oneOf('running', 'overlap')),
    'As of now. `running`: it has no end yet. `overlap`: it overlaps another shift of the worker that is not void',
    [],
  ),
  clientEventId: s.about(s.text, 'The phone’s own name for it', 'phone-7/shift-12'),
  voided: s.about(s.flag, 'Whether it was voided', false),
  notes: s.about(s.orNull(s.text), 'Free text for people', null),
  createdBy: s.about(s.text, 'Its sender’s idpId', 'auth0|ana'),
  createdAt: s.about(s.dateTime, 'When the service received it', '2026-01-31T20:02:44.120Z'),
});

export const SHIFT = s.success(shift);
export const SHIFTS = s.success(s.listOf(shift), { meta: PAGE_META });
export const SYNCED_SHIFTS = bulkAnswer({
  title: 'ShiftSyncResult',
  thing: 'shift',
  clientEventId: 'phone-7/shift-12',
  refusals: SHIFT_REFUSALS,
  refusal: { code: 'shift_too_long', message: 'A shift lasts at most 24 hours.' },
});

/** A shift as every endpoint answers it. */
export const shiftAnswer = (view: ShiftView): s.Value<typeof shift> => ({
  ...view,
  day: view.day.toISOString(),
  startedAt: view.startedAt.toISOString(),
  endedAt: view.endedAt?.toISOString() ?? null,
  breaks: view.breaks.map(({ kind, startedAt, endedAt }) => ({
    kind,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
  })),
  hours: numberOf(view.hours),
  restHours: numberOf(view.restHours),
  createdAt: view.createdAt.toISOString(),
});

/** Breaks are shown as hours: `hours` excludes meals, and includes `restHours`. */
export const SHIFTS_FORM: ListForm<s.Value<typeof shift>> = {
  name: 'shifts',
  table: table(
    columnsOf(shift, {
      day: localDay(),
      startedAt: alsoLocal('startedAt', 'startedLocal'),
      endedAt: alsoLocal('endedAt', 'endedLocal'),
      flags: ({ flags }) => flags.join('; '),
    }),
  ),
};
