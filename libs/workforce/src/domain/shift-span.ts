import type { FieldProblem } from '@furrow/kernel';

export const BREAK_KINDS = ['rest', 'meal'] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];
export const MAX_BREAKS = 20;
export const MAX_SHIFT_HOURS = 24;

/** Time within a shift without work: a rest is paid, a meal is not. */
export interface Break {
  readonly kind: BreakKind;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** When a worker worked. `endedAt` is null while the shift is running. */
export interface ShiftSpan {
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly breaks: readonly Break[];
}

/** Every problem of a span by itself, by the names of its members. */
export function spanProblems({ startedAt, endedAt, breaks }: ShiftSpan): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (isSound({ startedAt, endedAt, breaks })) return problems;
  if (endedAt !== null && endedAt <= startedAt)
    problems.push({ field: 'endedAt', message: 'must be after startedAt' });
  if (breaks.length > MAX_BREAKS)
    problems.push({ field: 'breaks', message: `must have at most ${MAX_BREAKS} items` });
  breaks.forEach((one, index) => {
    const field = `breaks[${index}]`;
    if (one.endedAt <= one.startedAt)
      problems.push({ field: `${field}.endedAt`, message: 'must be after the startedAt of the break' });
    if (one.startedAt < startedAt)
      problems.push({ field: `${field}.startedAt`, message: 'must not be before the shift starts' });
    if (endedAt !== null && one.endedAt > endedAt)
      problems.push({ field: `${field}.endedAt`, message: 'must not be after the shift ends' });
    const other = breaks.findIndex(
      (earlier, at) => at < index && earlier.startedAt < one.endedAt && one.startedAt < earlier.endedAt,
    );
    if (other >= 0) problems.push({ field, message: `must not overlap breaks[${other}]` });
  });
  return problems;
}

/** A quick look in one pass: whether the span has no problem, which is so of almost every span. */
function isSound({ startedAt, endedAt, breaks }: ShiftSpan): boolean {
  const end = endedAt === null ? Infinity : endedAt.getTime();
  let last = startedAt.getTime();
  if (end <= last || breaks.length > MAX_BREAKS) return false;
  for (const one of breaks) {
    // Breaks that are not in order, or overlap, need a closer look.
    const start = one.startedAt.getTime();
    if (start < last) return false;
    last = one.endedAt.getTime();
    if (last <= start) return false;
  }
  return last <= end;
}

/** Breaks in the order in which they were taken. */
export function inOrder(breaks: readonly Break[]): readonly Break[] {
  let last = -Infinity;
  for (const { startedAt } of breaks) {
    const start = startedAt.getTime();
    if (start < last) return breaks.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    last = start;
  }
  return breaks;
}

/** The total length of the breaks of a kind, in milliseconds. */
export function breakTime(breaks: readonly Break[], kind: BreakKind): number {
  let sum = 0;
  for (const one of breaks) if (one.kind === kind) sum += one.endedAt.getTime() - one.startedAt.getTime();
  return sum;
}
