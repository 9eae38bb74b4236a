import type { Clock } from '@furrow/kernel';
import { WorkerNotFound } from '@furrow/kernel/errors';
import { type BadgeAssignment, BadgeHistory, checkBadgeCode } from '../../domain/index.ts';
import type { WorkforceTransactions } from '../ports.ts';

export interface AssignBadgeInput {
  readonly code: string;
  readonly workerId: string;
  /** Null: now. */
  readonly from: Date | null;
}

/** Gives a badge to a worker; whoever had it leaves it at that instant. */
export class AssignBadge {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed if the code is none; WorkerNotFound */
  execute(
    companyId: string,
    { code, workerId, from }: AssignBadgeInput,
  ): Promise<{ readonly assignment: BadgeAssignment; readonly isNew: boolean }> {
    checkBadgeCode(code);
    return this.transactions.run(companyId, async ({ workers, badges }) => {
      const known = await workers.known([workerId]);
      if (!known.has(workerId)) throw new WorkerNotFound();
      await badges.hold();
      const history = new BadgeHistory(code, await badges.history(code));
      const at = from ?? this.clock.now();
      const standing = history.standing(workerId, at);
      if (standing) return { assignment: standing, isNew: false };
      const change = history.give(workerId, at);
      await badges.apply([change]);
      return { assignment: change.added, isNew: true };
    });
  }
}
