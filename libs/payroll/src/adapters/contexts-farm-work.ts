import type { Transaction } from '@furrow/platform';
import { FarmWork } from '../application/ports.ts';
import type { Days, PayFacts } from '../domain/index.ts';
import { currencyIn } from './access/access-currency.ts';
import { hasProjectIn } from './agronomy/agronomy-projects.ts';
import { sessionsIn } from './production/production-sessions.ts';
import { shiftsIn, workersIn } from './workforce/workforce-shifts.ts';

/** The company, its land, its workers, and what they did, as the contexts below keep them. */
export class ContextsFarmWork extends FarmWork {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override currency(): Promise<string | null> {
    return currencyIn(this.tx);
  }

  override hasProject(projectId: string): Promise<boolean> {
    return hasProjectIn(this.tx, projectId);
  }

  override async facts({ from, to }: Days, projectId: string | null, now: Date): Promise<PayFacts> {
    const days = { from, to, projectId };
    const shifts = await shiftsIn(this.tx, days);
    const pieces = shifts.filter(({ kind }) => kind === 'piece');
    return { shifts, sessions: await sessionsIn(this.tx, days, pieces, now) };
  }

  override workers(workerIds: readonly string[]) {
    return workersIn(this.tx, workerIds);
  }
}
