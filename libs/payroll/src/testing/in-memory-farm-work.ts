import type { LocalDate } from '@furrow/kernel';
import { BadgeUnknown } from '@furrow/kernel/errors';
import type { FarmWork, ShiftTimes, Worked, WorkFilter, WorkSpan } from '../application/ports.ts';
import {
  type Days,
  isWithin,
  type SessionFact,
  type ShiftFact,
  type WorkElsewhere,
  type WorkerStanding,
} from '../domain/index.ts';

const HOUR_MS = 3_600_000;

/** Something of a project. */
export type Placed<Fact> = Fact & { readonly projectId: string };

/** A company and its work, as the contexts below know them. */
export interface FarmFacts {
  readonly companyName: string;
  readonly currency: string | null;
  readonly timezone: string;
  /** Names by id. */
  readonly projects: ReadonlyMap<string, string>;
  readonly workers: ReadonlyMap<string, { readonly code: string; readonly name: string }>;
  /** Ids of workers by the code of the badge that they have. */
  readonly badges: ReadonlyMap<string, string>;
  readonly standings: Readonly<Record<string, WorkerStanding>>;
  readonly shifts: readonly ShiftFact[];
  readonly sessions: readonly SessionFact[];
  /** When something was recorded or voided; null: anything may have changed just now. */
  readonly changes: readonly Placed<{ readonly day: LocalDate; readonly at: Date }>[] | null;
}

/** The work that a test states. */
export class InMemoryFarmWork implements FarmWork {
  constructor(private readonly facts: FarmFacts) {}

  async currency(): Promise<string | null> {
    return this.facts.currency;
  }

  async companyName(): Promise<string> {
    return this.facts.companyName;
  }

  async timezone(): Promise<string> {
    return this.facts.timezone;
  }

  async holderOf(badge: string): Promise<string> {
    const workerId = this.facts.badges.get(badge);
    if (workerId === undefined) throw new BadgeUnknown();
    return workerId;
  }

  /** From the first minute of the day on, because facts have hours alone. */
  async shiftTimes(workerId: string, days: Days): Promise<ShiftTimes[]> {
    return this.facts.shifts
      .filter((shift) => shift.workerId === workerId && isWithin(shift.day, days))
      .map(({ day, kind, workMs }): ShiftTimes => {
        const startedAt = new Date(`${day}T00:00:00Z`);
        const endedAt = workMs === null ? null : new Date(startedAt.getTime() + workMs);
        const hours = workMs === null ? null : workMs / HOUR_MS;
        return { day, kind, startedAt, endedAt, timezone: this.facts.timezone, hours, breaks: [] };
      });
  }

  async projectName(projectId: string): Promise<string | undefined> {
    return this.facts.projects.get(projectId);
  }

  async worked(filter: WorkFilter): Promise<Worked> {
    const { projectId, workerId } = filter;
    const isIncluded = (each: string) => workerId === null || workerId === each;
    const all = this.facts.shifts.filter(
      (shift) => isWithin(shift.day, filter) && isIncluded(shift.workerId),
    );
    const ids = new Set<string | null>(all.map(({ shiftId }) => shiftId));
    const sessions = this.facts.sessions
      .filter((each) => isOf(each, filter) && (workerId === null || hasWorkOf(each, workerId)))
      .map((session) => readWith(session, ids));
    return {
      shifts: all.filter((shift) => isOf(shift, filter)),
      elsewhere: projectId === null ? [] : this.#elsewhere(filter, projectId),
      sessions: inBatch(sessions),
    };
  }

  #elsewhere(filter: WorkFilter, ofProject: string): WorkElsewhere[] {
    const isMeant = ({ workerId }: { readonly workerId: string }) =>
      filter.workerId === null || filter.workerId === workerId;
    const isElsewhere = ({ day, projectId }: Placed<{ readonly day: LocalDate }>) =>
      isWithin(day, filter) && projectId !== ofProject;
    return [
      ...this.facts.shifts.filter(isElsewhere).map(({ workerId, day }) => ({ workerId, day })),
      ...this.facts.sessions
        .filter(isElsewhere)
        .flatMap(({ day, work }) => work.map(({ workerId }) => ({ workerId, day, isUnits: true }))),
    ].filter(isMeant);
  }

  async hasChanged(span: WorkSpan, since: Date): Promise<boolean> {
    const { changes } = this.facts;
    return changes === null || changes.some((each) => isOf(each, span) && each.at >= since);
  }

  async workers(workerIds: readonly string[]) {
    return new Map([...this.facts.workers].filter(([id]) => workerIds.includes(id)));
  }

  async standings(): Promise<Record<string, WorkerStanding>> {
    return { ...this.facts.standings };
  }
}

const isOf = ({ day, projectId }: Placed<{ readonly day: LocalDate }>, span: WorkSpan): boolean =>
  isWithin(day, span) && (span.projectId === null || span.projectId === projectId);

const hasWorkOf = ({ work }: SessionFact, workerId: string) =>
  work.some((each) => each.workerId === workerId);

/** Units are in no shift if theirs was not read. */
const readWith = (session: SessionFact, shiftIds: ReadonlySet<string | null>): SessionFact => ({
  ...session,
  work: session.work.map(({ workerId, units }) => ({
    workerId,
    units: units.map((each) => (shiftIds.has(each.shiftId) ? each : { ...each, shiftId: null })),
  })),
});

async function* inBatch(sessions: readonly SessionFact[]) {
  yield sessions;
}
