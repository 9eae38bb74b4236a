import type { Clock } from '@furrow/kernel';
import { WorkerNotFound } from '@furrow/kernel/errors';
import { BadgeHistory, newBadgeCode } from '../../domain/index.ts';
import type { BadgeCard, BadgeRepository, WorkforceTransactions } from '../ports.ts';

/** The badges of workers, to be printed. Who has none gets one with a new code, once and for all. */
export class MakeBadgeCards {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns a card for each worker, in the order of their first mention
   * @throws WorkerNotFound, and nobody gets a badge
   */
  execute(companyId: string, workerIds: readonly string[]): Promise<BadgeCard[]> {
    const asked = [...new Set(workerIds)];
    return this.transactions.run(companyId, async ({ workers, badges }) => {
      const found = new Map((await workers.byIds(asked)).map((worker) => [worker.id as string, worker]));
      if (found.size < asked.length) throw new WorkerNotFound();
      await badges.hold();
      const now = this.clock.now();
      const codes = await badges.codesOf(asked, now);
      const without = asked.filter((workerId) => !codes.has(workerId));
      const fresh = await freeCodes(badges, without.length);
      const changes = without.map((workerId, index) =>
        new BadgeHistory(fresh[index] as string, []).give(workerId, now),
      );
      for (const { added } of changes) codes.set(added.workerId, added.code);
      await badges.apply(changes);
      return asked.flatMap((workerId) => {
        const worker = found.get(workerId);
        const code = codes.get(workerId);
        if (worker === undefined || code === undefined) return [];
        const { photoKey } = worker.state;
        return [{ code, fullName: worker.fullName, workerCode: worker.code, photoKey }];
      });
    });
  }
}

/** New codes that nobody ever had. */
async function freeCodes(badges: BadgeRepository, count: number): Promise<string[]> {
  const free = new Set<string>();
  while (free.size < count) {
    const proposed = Array.from({ length: count - free.size }, newBadgeCode);
    const taken = await badges.taken(proposed);
    for (const code of proposed) if (!taken.has(code)) free.add(code);
  }
  return [...free];
}
