import { isId, nextLocalDate } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import type {
  Days,
  SessionFact,
  ShiftFact,
  WorkElsewhere,
  WorkerStanding,
  WorkFact,
} from '../domain/index.ts';
import type { FarmWork, ShiftTimes, Worked, WorkFilter, WorkSpan } from '../application/ports.ts';
import { companyNameIn, currencyIn, timezoneIn } from './access/access-company.ts';
import { projectNameIn } from './agronomy/agronomy-projects.ts';
import { OneOfEach } from './one-of-each.ts';
import {
  type ShiftSpan,
  sessionsChanged,
  sessionsIn,
  unitsElsewhereIn,
} from './production/production-sessions.ts';
import { badgeHolderIn, standingsIn, workersIn } from './workforce/workforce-workers.ts';
import { lastShiftEndOf, shiftsChanged, shiftsIn, shiftTimesIn } from './workforce/workforce-shifts.ts';

/** The company, its projects and workers, and their work, read from the contexts below. */
export class ContextsFarmWork implements FarmWork {
  constructor(private readonly tx: Transaction) {}

  currency(): Promise<string | null> {
    return currencyIn(this.tx);
  }

  companyName(): Promise<string> {
    return companyNameIn(this.tx);
  }

  timezone(): Promise<string> {
    return timezoneIn(this.tx);
  }

  projectName(projectId: string): Promise<string | undefined> {
    return projectNameIn(this.tx, projectId);
  }

  async worked(filter: WorkFilter, now: Date): Promise<Worked> {
    const { projectId: ofProject, workerId: ofWorker } = filter;
    if (ofWorker !== null && !isId(ofWorker)) return { shifts: [], elsewhere: [], sessions: none() };
    const one = new OneOfEach();
    const shifts: ShiftFact[] = [];
    const elsewhere: WorkElsewhere[] = await unitsElsewhereIn(this.tx, filter);
    const spans: ShiftSpan[] = [];
    // Units may be recorded in a shift of another project.
    for await (const batch of shiftsIn(this.tx, { ...filter, projectId: null }))
      for (const { startedAt, endedAt, projectId, ...shift } of batch) {
        const { shiftId } = shift;
        const [workerId, day] = [one.of(shift.workerId), one.of(shift.day)];
        const yields = shift.kind !== 'piece';
        spans.push({ shiftId, workerId, startedAt, endedAt, yields });
        if (ofProject === null || ofProject === projectId)
          shifts.push({ ...shift, workerId, projectId: one.of(projectId), day, kind: one.of(shift.kind) });
        else elsewhere.push({ workerId, day });
      }
    return { shifts, elsewhere, sessions: factsOf(sessionsIn(this.tx, filter, spans, now), spans, one) };
  }

  async hasChanged(span: WorkSpan, since: Date): Promise<boolean> {
    if (await shiftsChanged(this.tx, span, since)) return true;
    if (await sessionsChanged(this.tx, span, since)) return true;
    const ends = await lastShiftEndOf(this.tx, span.to);
    const next = nextLocalDate(span.to);
    return ends !== null && sessionsChanged(this.tx, { ...span, from: next, to: next }, since, ends);
  }

  shiftTimes(workerId: string, days: Days): Promise<ShiftTimes[]> {
    return shiftTimesIn(this.tx, workerId, days);
  }

  holderOf(badge: string, at: Date): Promise<string> {
    return badgeHolderIn(this.tx, badge, at);
  }

  workers(workerIds: readonly string[]) {
    return workersIn(this.tx, workerIds);
  }

  standings(): Promise<Record<string, WorkerStanding>> {
    return standingsIn(this.tx);
  }
}

/** Units belong to piece shifts alone; workers' ids become the shared strings of these. */
async function* factsOf(sessions: AsyncIterable<SessionFact[]>, spans: readonly ShiftSpan[], one: OneOfEach) {
  const others = new Set(spans.filter(({ yields }) => yields).map(({ shiftId }) => shiftId));
  const isOther = ({ shiftId }: WorkFact['units'][number]) => shiftId !== null && others.has(shiftId);
  const covered = (units: WorkFact['units']) =>
    units.map((each) => (isOther(each) ? { ...each, shiftId: null, isCovered: true } : each));
  for await (const batch of sessions)
    yield batch.map((session): SessionFact => ({
      ...{ ...session, projectId: one.of(session.projectId) },
      work: session.work.map(({ workerId, units }) => ({
        workerId: one.of(workerId),
        units: units.some(isOther) ? covered(units) : units,
      })),
    }));
}

async function* none() {}
