import type { Transaction } from '@furrow/database';
import { WorkerDirectory as Workforce } from '@furrow/workforce';
import type { BadgeHolders, WorkerDirectory } from '../../application/ports.ts';

/** Workers read from workforce. */
export class WorkforceWorkerDirectory implements WorkerDirectory {
  readonly #workers = new Workforce();

  constructor(private readonly tx: Transaction) {}

  names(workerIds: readonly string[]): Promise<Map<string, string>> {
    return this.#workers.names(this.tx, workerIds);
  }

  holders(codes: readonly string[]): Promise<BadgeHolders> {
    return this.#workers.holders(this.tx, codes);
  }
}
