import type { Clock } from '@furrow/kernel';
import { BadgeHistory, BadgeNotFound, checkBadgeCode } from '../../domain/index.ts';
import type { WorkforceTransactions } from '../ports.ts';

/** Takes a badge back: from now on nobody has it. */
export class ReturnBadge {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed if the code is none; BadgeNotFound if nobody ever had it */
  execute(companyId: string, code: string): Promise<void> {
    checkBadgeCode(code);
    return this.transactions.run(companyId, async ({ badges }) => {
      await badges.hold();
      const assignments = await badges.history(code);
      if (assignments.length === 0) throw new BadgeNotFound();
      await badges.apply([new BadgeHistory(code, assignments).takeBack(this.clock.now())]);
    });
  }
}
