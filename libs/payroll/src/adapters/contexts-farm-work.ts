import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';
import type { SessionFact, ShiftFact } from '../domain/index.ts';
import { FarmWork, type Worked, type WorkSpan } from '../application/ports.ts';
import { companyNameIn, currencyIn } from './access/access-company.ts';
import { projectNameIn } from './agronomy/agronomy-projects.ts';
import { OneOfEach } from './one-of-each.ts';
import { type PieceShift, sessionsChanged, sessionsIn } from './production/production-sessions.ts';
import { shiftsChanged, shiftsIn, workersIn } from './workforce/workforce-shifts.ts';

/** The company, its projects and workers, and their work, read from the contexts below. */
export class ContextsFarmWork extends FarmWork {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override currency(): Promise<string | null> {
    return currencyIn(this.tx);
  }

  override companyName(): Promise<string> {
    return companyNameIn(this.tx);
  }

  override projectName(projectId: string): Promise<string | undefined> {
    return projectNameIn(this.tx, projectId);
  }

  override async worked(span: WorkSpan, now: Date, of?: string): Promise<Worked> {
    if (of !== undefined && !isId(of)) return { shifts: [], sessions: none() };
    const one = new OneOfEach();
    const shifts: ShiftFact[] = [];
    const pieces: PieceShift[] = [];
    for await (const batch of shiftsIn(this.tx, span, of))
      for (const { startedAt, endedAt, ...shift } of batch) {
        const { shiftId } = shift;
        const workerId = one.of(shift.workerId);
        shifts.push({ ...shift, workerId, day: one.of(shift.day), kind: one.of(shift.kind) });
        if (shift.kind === 'piece') pieces.push({ shiftId, workerId, startedAt, endedAt });
      }
    return { shifts, sessions: inCommon(sessionsIn(this.tx, span, pieces, now, of), one) };
  }

  override async hasChanged(span: WorkSpan, since: Date): Promise<boolean> {
    return (await shiftsChanged(this.tx, span, since)) || sessionsChanged(this.tx, span, since);
  }

  override workers(workerIds: readonly string[]) {
    return workersIn(this.tx, workerIds);
  }
}

/** Replaces the ids of workers in sessions by the shared strings of these. */
async function* inCommon(sessions: AsyncIterable<SessionFact[]>, one: OneOfEach) {
  for await (const batch of sessions)
    yield batch.map((session): SessionFact => ({
      ...session,
      work: session.work.map(({ workerId, units }) => ({ workerId: one.of(workerId), units })),
    }));
}

async function* none() {}
