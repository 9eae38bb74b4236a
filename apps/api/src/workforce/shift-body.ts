import { type FieldProblem, instantWritten, ValidationFailed } from '@furrow/kernel';
import {
  type Break,
  BREAK_KINDS,
  MAX_BREAKS,
  MAX_SHIFT_HOURS,
  SHIFT_KINDS,
  type ShiftDraft,
  spanProblems,
} from '@furrow/workforce/domain';
import type { BulkKind } from '../http/bulk-sync.ts';
import { CompiledBody, id, instant, key } from '../http/bodies/compiled-body.ts';
import { bulkRequest } from '../http/bulk-schema.ts';
import * as s from '../openapi/schema.ts';

const breaks = s.orNull(
  s.within(
    s.listOf(
      s.open({
        kind: s.about(s.oneOf(...BREAK_KINDS), 'A rest is part of the hours worked, a meal is not', 'rest'),
        startedAt: s.about(instant, 'Not before the shift', '2026-01-31T10:00:00-03:00'),
        endedAt: s.about(instant, 'Not after the shift', '2026-01-31T10:10:00-03:00'),
      }),
    ),
    { maxItems: MAX_BREAKS },
  ),
);
const shift = s.open({
  workerId: s.about(id, 'A worker of the company', s.EXAMPLE_IDS.worker),
  projectId: s.about(id, 'A project of the company', s.EXAMPLE_IDS.project),
  'sectorId?': s.about(s.orNull(id), 'A sector of the project', s.EXAMPLE_IDS.sector),
  kind: s.about(
    s.oneOf(...SHIFT_KINDS),
    'Paid by the pieces picked in it, by its hours, or as time without pieces',
    'piece',
  ),
  startedAt: s.about(
    instant,
    'ISO 8601 with `Z` or an offset; at most 5 minutes ahead of the server’s clock',
    '2026-01-31T08:00:00-03:00',
  ),
  'endedAt?': s.about(
    s.orNull(instant),
    `At most ${MAX_SHIFT_HOURS} hours after the start; left out while the shift is running`,
    '2026-01-31T16:30:00-03:00',
  ),
  'breaks?': s.about(breaks, 'Within the shift, without overlaps'),
  clientEventId: s.about(
    key,
    'The phone’s own name for the shift, unique in the company, which therefore never counts twice',
    'phone-7/shift-12',
  ),
  'notes?': s.about(
    s.orNull(s.within(s.text, { maxLength: 500 })),
    'Free text for people',
    'Waited for bins until nine',
  ),
});
const end = s.open({
  endedAt: s.about(instant, 'After the start', '2026-01-31T16:30:00-03:00'),
  'breaks?': s.about(breaks, 'All breaks of the shift; if omitted, those sent before stay'),
});

const SHIFTS_BODY = new CompiledBody(shift);
const ENDS_BODY = new CompiledBody(end);

export const SHIFT_REQUEST = s.within(shift, {
  title: 'ShiftBody',
  description: 'When a worker was at work.',
});
export const SHIFTS_REQUEST = bulkRequest(
  'BulkShiftsBody',
  'Shifts that a phone collected while it was offline.',
  'shifts',
  SHIFT_REQUEST,
);
export const END_REQUEST = s.within(end, {
  title: 'EndShiftBody',
  description: 'When a running shift ended.',
});
/** A minimal shift with an end. */
export const EXAMPLE_SHIFT = {
  ...{ workerId: s.EXAMPLE_IDS.worker, projectId: s.EXAMPLE_IDS.project, kind: 'piece' },
  ...{ startedAt: '2026-01-31T08:00:00-03:00', endedAt: '2026-01-31T16:30:00-03:00' },
  clientEventId: 'phone-7/shift-12',
};

/**
 * @param problems of the body's texts, found earlier
 * @throws ValidationFailed naming every wrong field; unknown members are wrong only in strict mode
 */
export function shiftDraftOf(
  received: unknown,
  strict: boolean,
  problems: readonly FieldProblem[] = [],
): ShiftDraft {
  const body = SHIFTS_BODY.check(received, strict, problems);
  const draft = {
    workerId: body.workerId.toLowerCase(),
    projectId: body.projectId.toLowerCase(),
    sectorId: body.sectorId?.toLowerCase() ?? null,
    kind: body.kind,
    startedAt: instantWritten(body.startedAt),
    endedAt: body.endedAt ? instantWritten(body.endedAt) : null,
    breaks: breaksOf(body.breaks) ?? [],
    clientEventId: body.clientEventId,
    notes: body.notes ?? null,
  };
  const wrong = spanProblems(draft);
  if (wrong.length > 0) throw new ValidationFailed(wrong);
  return draft;
}

/** @throws ValidationFailed */
export function endOf(
  received: unknown,
  strict: boolean,
  problems: readonly FieldProblem[],
): { readonly endedAt: Date; readonly breaks: readonly Break[] | null } {
  const body = ENDS_BODY.check(received, strict, problems);
  return { endedAt: instantWritten(body.endedAt), breaks: breaksOf(body.breaks) };
}

function breaksOf(bodies: s.Value<typeof breaks> | undefined): Break[] | null {
  return (
    bodies?.map(({ kind, startedAt, endedAt }) => ({
      kind,
      startedAt: instantWritten(startedAt),
      endedAt: instantWritten(endedAt),
    })) ?? null
  );
}

/** As it is sent in bulk. */
export const BULK_OF_SHIFTS: BulkKind<ShiftDraft> = {
  ...{ list: 'shifts', id: 'shiftId', fields: SHIFTS_BODY.fields },
  draftOf: shiftDraftOf,
};
