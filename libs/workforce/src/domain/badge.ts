import { type Branded, newId } from '@furrow/kernel';

export type AssignmentId = Branded<string, 'AssignmentId'>;

/** That a worker has a badge from an instant on. */
export interface BadgeAssignment {
  readonly assignmentId: AssignmentId;
  readonly code: string;
  readonly workerId: string;
  readonly from: Date;
  /** The first instant at which the worker no longer has it; `from` if another assignment took its place. */
  readonly until: Date | null;
}

/** What giving or returning a badge changes. */
export interface BadgeChange {
  /** The assignments that end, with their new `until`. */
  readonly ended: readonly BadgeAssignment[];
  readonly added: BadgeAssignment | null;
}

/** One code and who had it when, by `from`; assignments whose place another one took are left out. */
export class BadgeHistory {
  constructor(
    private readonly code: string,
    private readonly assignments: readonly BadgeAssignment[],
  ) {}

  /** The assignment by which the worker has the badge from `from` on, if nothing is to be changed for that. */
  standing(workerId: string, from: Date): BadgeAssignment | undefined {
    const last = this.assignments.at(-1);
    return last?.workerId === workerId && last.until === null && last.from <= from ? last : undefined;
  }

  /** Gives it to a worker, who then is the only one to have it from `from` on. */
  give(workerId: string, from: Date): BadgeChange & { readonly added: BadgeAssignment } {
    const assignmentId = newId() as AssignmentId;
    return {
      ended: this.#endedAt(from),
      added: { assignmentId, code: this.code, workerId, from, until: null },
    };
  }

  /** From `at` on nobody has it. */
  takeBack(at: Date): BadgeChange {
    return { ended: this.#endedAt(at), added: null };
  }

  #endedAt(instant: Date): BadgeAssignment[] {
    return this.assignments
      .filter(({ until }) => until === null || until > instant)
      .map((one) => ({ ...one, until: one.from > instant ? one.from : instant }));
  }
}
