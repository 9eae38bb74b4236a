import type { Clock } from '@furrow/kernel';
import {
  checkedDetails,
  codeStem,
  nameKey,
  samePerson,
  Worker,
  type WorkerStatement,
} from '../domain/index.ts';
import type { WorkforceTransactions } from './ports.ts';

export interface RegisteredWorker {
  readonly worker: Worker;
  /** The person was there before. */
  readonly duplicate: boolean;
}

/** Takes somebody into the company's workforce once, however often and by however many it is asked. */
export class RegisterWorker {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed naming every wrong field */
  execute(companyId: string, stated: WorkerStatement): Promise<RegisteredWorker> {
    return this.transactions.run(companyId, async ({ workers, options }) => {
      const details = checkedDetails(stated, await options.load());
      // Whoever comes second must see whom the first one made, and count on from their code.
      await workers.holdRegistrations();
      const now = this.clock.now();

      const known = samePerson(await workers.namesakes(nameKey(details), details.hireDate), details);
      if (known !== undefined) {
        const worker = known.identifiedBy(details, now);
        if (worker !== known) await workers.update(worker);
        return { worker, duplicate: true };
      }

      const stem = codeStem(details.firstName, details.lastName, details.hireDate);
      const worker = Worker.register(details, (await workers.bearersOf(stem)) + 1, now);
      await workers.add(worker);
      return { worker, duplicate: false };
    });
  }
}
