import type { Transaction } from '@furrow/database';
import { BadgeUnknown } from '@furrow/kernel/errors';
import { WorkerDirectory } from '@furrow/workforce';
import type { Crew } from '../../application/ports.ts';
import type { WorkerStanding } from '../../domain/index.ts';

/** Codes and full names, by id. */
export const workersIn = (tx: Transaction, workerIds: readonly string[]) =>
  new WorkerDirectory().identities(tx, workerIds);

/** The id of the worker who has a badge at an instant. @throws BadgeUnknown */
export async function badgeHolderIn(tx: Transaction, badge: string, at: Date): Promise<string> {
  const holder = (await new WorkerDirectory().holders(tx, [badge])).at(badge, at);
  if (holder === undefined) throw new BadgeUnknown();
  return holder.workerId;
}

/** Positions and groups of all workers, by id. */
export const standingsIn = async (tx: Transaction): Promise<Record<string, WorkerStanding>> =>
  Object.fromEntries(
    (await new WorkerDirectory().standings(tx)).map(({ workerId, ...standing }) => [workerId, standing]),
  );

/** Workers, positions and groups as workforce knows them. */
export class WorkforceCrew implements Crew {
  constructor(private readonly tx: Transaction) {}

  idsOf(named: readonly string[]): Promise<Map<string, string>> {
    return new WorkerDirectory().idsOf(this.tx, named);
  }

  offers() {
    return new WorkerDirectory().offers(this.tx);
  }
}
