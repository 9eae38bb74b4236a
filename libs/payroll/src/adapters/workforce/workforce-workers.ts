import type { Transaction } from '@furrow/database';
import { WorkerDirectory } from '@furrow/workforce';
import { Crew } from '../../application/ports.ts';
import type { WorkerStanding } from '../../domain/index.ts';

/** Codes and full names, by id. */
export const workersIn = (tx: Transaction, workerIds: readonly string[]) =>
  new WorkerDirectory().identities(tx, workerIds);

/** Positions and groups of all workers, by id. */
export const standingsIn = async (tx: Transaction): Promise<Record<string, WorkerStanding>> =>
  Object.fromEntries(
    (await new WorkerDirectory().standings(tx)).map(({ workerId, ...standing }) => [workerId, standing]),
  );

/** Workers, positions and groups as workforce knows them. */
export class WorkforceCrew extends Crew {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override idsOf(named: readonly string[]): Promise<Map<string, string>> {
    return new WorkerDirectory().idsOf(this.tx, named);
  }

  override offers() {
    return new WorkerDirectory().offers(this.tx);
  }
}
