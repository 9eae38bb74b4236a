import { type FieldProblem, instantWritten, ValidationFailed } from '@furrow/kernel';
import {
  type Break,
  BREAK_KINDS,
  type BreakKind,
  MAX_BREAKS,
  MAX_SHIFT_HOURS,
  SHIFT_KINDS,
  type ShiftDraft,
  type ShiftKind,
  spanProblems,
} from '@furrow/workforce/domain';
import type { BulkKind } from '../http/bulk-sync.ts';
import { about, CompiledBody, id, instant, key, orNull } from '../http/bodies/compiled-body.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

interface BreakBody {
  kind: BreakKind;
  startedAt: string;
  endedAt: string;
}

interface ShiftBody {
  workerId: string;
  projectId: string;
  sectorId?: string | null;
  kind: ShiftKind;
  startedAt: string;
  endedAt?: string | null;
  breaks?: BreakBody[] | null;
  clientEventId: string;
  notes?: string | null;
}

const breaks = {
  type: ['array', 'null'],
  maxItems: MAX_BREAKS,
  items: {
    type: 'object',
    required: ['kind', 'startedAt', 'endedAt'],
    properties: {
      kind: about(
        { type: 'string', enum: BREAK_KINDS },
        'A rest is part of the hours worked, a meal is not',
        'rest',
      ),
      startedAt: about(instant, 'Not before the shift', '2026-01-31T10:00:00-03:00'),
      endedAt: about(instant, 'Not after the shift', '2026-01-31T10:10:00-03:00'),
    },
  },
};
const properties = {
  workerId: about(id, 'A worker of the company', EXAMPLE_IDS.worker),
  projectId: about(id, 'A project of the company', EXAMPLE_IDS.project),
  sectorId: about(orNull(id), 'A sector of the project', EXAMPLE_IDS.sector),
  kind: about(
    { type: 'string', enum: SHIFT_KINDS },
    'Paid by the pieces picked in it, by its hours, or as time without pieces',
    'piece',
  ),
  startedAt: about(
    instant,
    'ISO 8601 with `Z` or an offset; at most 5 minutes ahead of the server’s clock',
    '2026-01-31T08:00:00-03:00',
  ),
  endedAt: about(
    { ...instant, type: ['string', 'null'] },
    `At most ${MAX_SHIFT_HOURS} hours after the start; left out while the shift is running`,
    '2026-01-31T16:30:00-03:00',
  ),
  breaks: { ...breaks, description: 'Within the shift, without overlaps' },
  clientEventId: about(
    key,
    'The phone’s own name for the shift, unique in the company, which therefore never counts twice',
    'phone-7/shift-12',
  ),
  notes: about(orNull({ maxLength: 500 }), 'For people', 'Waited for bins until nine'),
};

/** The members of a shift's body, as JSON Schema. */
export const SHIFT_BODY = {
  type: 'object',
  required: ['workerId', 'projectId', 'kind', 'startedAt', 'clientEventId'],
  properties,
} as const;
export const END_BODY = {
  type: 'object',
  required: ['endedAt'],
  properties: {
    endedAt: about(instant, 'After the start', '2026-01-31T16:30:00-03:00'),
    breaks: { ...breaks, description: 'All breaks of the shift; if omitted, those sent before stay' },
  },
} as const;

const SHIFTS_BODY = new CompiledBody<ShiftBody>(SHIFT_BODY);
const ENDS_BODY = new CompiledBody<{ endedAt: string; breaks?: BreakBody[] | null }>(END_BODY);

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

function breaksOf(bodies: readonly BreakBody[] | null | undefined): Break[] | null {
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
