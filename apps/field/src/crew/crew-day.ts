import type { NewShift, NewShiftEnd } from '@furrow/client/outbox';

export interface Break {
  readonly kind: 'rest' | 'meal';
  readonly startedAt: string;
  readonly endedAt?: string;
}

/** A shift that this phone began. */
export interface CrewShift {
  readonly clientEventId: string;
  readonly workerId: string;
  readonly projectId: string;
  readonly sectorId: string;
  readonly kind: 'piece' | 'hourly';
  readonly startedAt: string;
  readonly breaks: readonly Break[];
  readonly endedAt?: string;
}

/** Who works, since when, and what is not in the outbox yet. */
export interface CrewDay {
  readonly members: readonly string[];
  readonly shifts: readonly CrewShift[];
  /**
   * Shifts whose beginning or end is to be put into the outbox. They are stored before, and taken out after that, so a
   * phone that was switched off in between puts them in again; the office knows them by their keys.
   */
  readonly toBegin: readonly string[];
  readonly toEnd: readonly string[];
}

export const NO_CREW: CrewDay = { members: [], shifts: [], toBegin: [], toEnd: [] };

export interface Place {
  readonly projectId: string;
  readonly sectorId: string;
}

export const isRunning = ({ endedAt }: CrewShift): boolean => endedAt === undefined;

export const openBreak = ({ breaks }: CrewShift): Break | undefined =>
  breaks.find(({ endedAt }) => endedAt === undefined);

export const runningOf = (day: CrewDay, workerId: string): CrewShift | undefined =>
  day.shifts.find((shift) => shift.workerId === workerId && isRunning(shift));

/** Begins shifts of those who work in none. */
export function begun(
  day: CrewDay,
  workers: readonly string[],
  place: Place,
  { kind, at, id }: { readonly kind: CrewShift['kind']; readonly at: string; readonly id: () => string },
): CrewDay {
  const shifts = workers
    .filter((workerId) => !runningOf(day, workerId))
    .map((workerId): CrewShift => {
      return { clientEventId: id(), workerId, ...place, kind, startedAt: at, breaks: [] };
    });
  return {
    ...day,
    members: [...new Set([...day.members, ...workers])],
    shifts: [...day.shifts, ...shifts],
    toBegin: [...day.toBegin, ...shifts.map(({ clientEventId }) => clientEventId)],
  };
}

const changed = (
  day: CrewDay,
  workers: readonly string[],
  change: (shift: CrewShift) => CrewShift,
): CrewDay => ({
  ...day,
  shifts: day.shifts.map((shift) =>
    isRunning(shift) && workers.includes(shift.workerId) ? change(shift) : shift,
  ),
});

const withoutOpenBreak = (shift: CrewShift, at: string): CrewShift => ({
  ...shift,
  // A break of no length is none.
  breaks: shift.breaks
    .map((one) => (one.endedAt === undefined ? { ...one, endedAt: at } : one))
    .filter(({ startedAt, endedAt }) => endedAt !== startedAt),
});

/** Begins a break of those who are in none; one of the other kind ends. */
export const rested = (day: CrewDay, workers: readonly string[], kind: Break['kind'], at: string): CrewDay =>
  changed(day, workers, (shift) => {
    if (openBreak(shift)?.kind === kind) return shift;
    const before = withoutOpenBreak(shift, at);
    return { ...before, breaks: [...before.breaks, { kind, startedAt: at }] };
  });

export const backAtWork = (day: CrewDay, workers: readonly string[], at: string): CrewDay =>
  changed(day, workers, (shift) => withoutOpenBreak(shift, at));

/** Ends shifts; a break that is open ends with its shift. */
export function ended(day: CrewDay, workers: readonly string[], at: string): CrewDay {
  const ending = day.shifts.filter((shift) => isRunning(shift) && workers.includes(shift.workerId));
  const after = changed(day, workers, (shift) => ({ ...withoutOpenBreak(shift, at), endedAt: at }));
  return { ...after, toEnd: [...day.toEnd, ...ending.map(({ clientEventId }) => clientEventId)] };
}

/** Ends the shifts of those who work elsewhere, and begins others here at the same instant. */
export function moved(
  day: CrewDay,
  workers: readonly string[],
  place: Place,
  { at, id }: { readonly at: string; readonly id: () => string },
): CrewDay {
  const moving = workers.flatMap((workerId) => {
    const shift = runningOf(day, workerId);
    return shift && shift.sectorId !== place.sectorId ? [shift] : [];
  });
  const ids = moving.map(({ workerId }) => workerId);
  return moving.reduce(
    (before, { workerId, kind }) => begun(before, [workerId], place, { kind, at, id }),
    ended(day, ids, at),
  );
}

export const beginningOf = ({
  clientEventId,
  workerId,
  projectId,
  sectorId,
  kind,
  startedAt,
}: CrewShift): NewShift => ({
  ...{ clientEventId, workerId, projectId, sectorId, kind, startedAt },
});

export const endOf = ({ clientEventId, endedAt = '', breaks }: CrewShift): NewShiftEnd => ({
  ...{ clientEventId, endedAt },
  breaks: breaks.map((one) => ({ ...one, endedAt: one.endedAt ?? endedAt })),
});
