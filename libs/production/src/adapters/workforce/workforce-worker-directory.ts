import type { Transaction } from '@furrow/database';
import { WorkerDirectory as Workforce } from '@furrow/workforce';
import { WorkerDirectory } from '../../application/ports.ts';

/** Workers read from workforce. */
export class WorkforceWorkerDirectory extends WorkerDirectory {
  readonly #workers = new Workforce();

  constructor(private readonly tx: Transaction) {
    super();
  }

  override names(workerIds: readonly string[]): Promise<Map<string, string>> {
    return this.#workers.names(this.tx, workerIds);
  }
}
