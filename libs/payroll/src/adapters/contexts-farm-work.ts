import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';
import { FarmWork, type Worked, type WorkSpan } from '../application/ports.ts';
import { companyNameIn, currencyIn } from './access/access-company.ts';
import { projectNameIn } from './agronomy/agronomy-projects.ts';
import { sessionsChanged, sessionsIn } from './production/production-sessions.ts';
import { shiftsChanged, shiftsIn, workersIn } from './workforce/workforce-shifts.ts';

/** The company, its land, its workers, and what they did, as the contexts below keep them. */
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
    const shifts = await shiftsIn(this.tx, span, of);
    const pieces = shifts.filter(({ kind }) => kind === 'piece');
    return { shifts, sessions: sessionsIn(this.tx, span, pieces, now, of) };
  }

  override async hasChanged(span: WorkSpan, since: Date): Promise<boolean> {
    return (await shiftsChanged(this.tx, span, since)) || sessionsChanged(this.tx, span, since);
  }

  override workers(workerIds: readonly string[]) {
    return workersIn(this.tx, workerIds);
  }
}

async function* none() {}
