import { hash } from 'node:crypto';
import {
  type Branded,
  type LocalDate,
  localDateOf,
  newId,
  startOfLocalDate,
  ValidationFailed,
} from '@furrow/kernel';
import { StartedInFuture } from '@furrow/kernel/errors';
import { EndsInFuture, ShiftEnded, ShiftIsVoid, ShiftTooLong } from './errors.ts';
import { type Break, inOrder, MAX_SHIFT_HOURS, type ShiftSpan, spanProblems } from './shift-span.ts';

/** What is paid: the pieces picked in it, its hours, or hours without pieces. */
export const SHIFT_KINDS = ['piece', 'hourly', 'nonproductive'] as const;
export type ShiftKind = (typeof SHIFT_KINDS)[number];

const MAX_SHIFT_MS = MAX_SHIFT_HOURS * 3_600_000;
/** The accepted difference between two clocks. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

export type ShiftId = Branded<string, 'ShiftId'>;
export const newShiftId = (): ShiftId => newId() as ShiftId;

/** What a phone sends. */
export interface ShiftDraft extends ShiftSpan {
  readonly workerId: string;
  readonly projectId: string;
  readonly sectorId: string | null;
  readonly kind: ShiftKind;
  /** The phone's own name for the shift, unique in the company; sending it again never counts twice. */
  readonly clientEventId: string;
  readonly notes: string | null;
}

export interface ShiftState extends ShiftDraft {
  readonly shiftId: ShiftId;
  /** Of the project. */
  readonly timezone: string;
  /** The project-local date on which it starts. */
  readonly localDate: LocalDate;
  /** The first instant of that date. */
  readonly day: Date;
  /** `fingerprintOf` the draft that created it, so that the draft is still recognized once the shift has ended. */
  readonly sentAs: string;
  readonly createdAt: Date;
  readonly createdBy: { readonly userId: string; readonly idpId: string };
  readonly voidedAt: Date | null;
  readonly voidReason: string | null;
}

/** The time that one worker was at work, of one kind of pay. It is ended once, and voided rather than changed. */
export class Shift {
  private constructor(private now: ShiftState) {}

  /** @throws ValidationFailed naming every wrong member | StartedInFuture | EndsInFuture | ShiftTooLong */
  static record(
    draft: ShiftDraft,
    timezone: string,
    made: { readonly shiftId: string; readonly by: ShiftState['createdBy']; readonly at: Date },
  ): Shift {
    checkSpan(draft);
    if (draft.startedAt.getTime() > made.at.getTime() + CLOCK_TOLERANCE_MS)
      throw new StartedInFuture(made.at);
    checkEnd(draft.endedAt, made.at);
    const localDate = localDateOf(draft.startedAt, timezone);
    // Member by member, because a copy that grows afterwards takes several times the memory, and a sync has a thousand.
    return new Shift({
      workerId: draft.workerId,
      projectId: draft.projectId,
      sectorId: draft.sectorId,
      kind: draft.kind,
      startedAt: draft.startedAt,
      endedAt: draft.endedAt,
      breaks: inOrder(draft.breaks),
      clientEventId: draft.clientEventId,
      notes: draft.notes,
      shiftId: made.shiftId as ShiftId,
      timezone,
      localDate,
      day: startOfLocalDate(localDate, timezone),
      sentAs: fingerprintOf(draft),
      createdAt: made.at,
      createdBy: made.by,
      voidedAt: null,
      voidReason: null,
    });
  }

  static restore(state: ShiftState): Shift {
    return new Shift(state);
  }

  get state(): ShiftState {
    return this.now;
  }

  get id(): string {
    return this.now.shiftId;
  }

  /**
   * Whether `draft` is this shift sent again: as it was first sent, or as it is now. Instants are compared by value,
   * breaks in order of time.
   */
  isRepeatedBy(draft: ShiftDraft): boolean {
    const fingerprint = fingerprintOf(draft);
    return fingerprint === this.now.sentAs || fingerprint === fingerprintOf(this.now);
  }

  /**
   * Ends a running shift.
   * @param breaks all of them; null keeps those that were sent before
   * @returns whether that changes anything; a repeat does not
   * @throws ValidationFailed | ShiftEnded if it ended otherwise | ShiftIsVoid | EndsInFuture | ShiftTooLong
   */
  end(endedAt: Date, breaks: readonly Break[] | null, now: Date): boolean {
    const ended = { ...this.now, endedAt, breaks: inOrder(breaks ?? this.now.breaks) };
    const problems = spanProblems(ended);
    if (breaks === null && problems.some(({ field }) => field.startsWith('breaks')))
      throw ValidationFailed.of('endedAt', 'must not be before the end of a break that was recorded');
    if (problems.length > 0) throw new ValidationFailed(problems);
    if (this.now.endedAt !== null) {
      if (fingerprintOf(ended) === fingerprintOf(this.now)) return false;
      throw new ShiftEnded(this.now.endedAt);
    }
    if (this.now.voidedAt !== null) throw new ShiftIsVoid();
    checkSpan(ended);
    checkEnd(endedAt, now);
    this.now = ended;
    return true;
  }

  /** @returns whether it was not void before; the first reason stays */
  void(reason: string | null, at: Date): boolean {
    if (this.now.voidedAt !== null) return false;
    this.now = { ...this.now, voidedAt: at, voidReason: reason };
    return true;
  }
}

function checkEnd(endedAt: Date | null, now: Date): void {
  if (endedAt !== null && endedAt.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) throw new EndsInFuture(now);
}

function checkSpan(span: ShiftSpan): void {
  const problems = spanProblems(span);
  if (problems.length > 0) throw new ValidationFailed(problems);
  // The breaks of a running shift must lie within the maximum length.
  let last = (span.endedAt ?? span.startedAt).getTime();
  for (const one of span.breaks) last = Math.max(last, one.endedAt.getTime());
  if (last - span.startedAt.getTime() > MAX_SHIFT_MS) throw new ShiftTooLong();
}

/** Equal for equal content, however it was written: the hash of a JSON list, written without building the list. */
function fingerprintOf(draft: ShiftDraft): string {
  const { workerId, projectId, sectorId, kind, startedAt, endedAt, notes } = draft;
  let breaks = '';
  for (const one of inOrder(draft.breaks))
    breaks += `${breaks && ','}["${one.kind}",${one.startedAt.getTime()},${one.endedAt.getTime()}]`;
  const text = (value: string | null) => (value === null ? 'null' : JSON.stringify(value));
  const key = `${text(workerId)},${text(projectId)},${text(sectorId)},"${kind}"`;
  const span = `${startedAt.getTime()},${endedAt?.getTime() ?? null}`;
  return hash('sha256', `[${key},${span},[${breaks}],${text(notes)}]`, 'base64url');
}
