import type { Transaction } from '@furrow/platform';
import { WorkerDirectory } from '@furrow/workforce';
import { WorkerRegistry } from '../../application/ports.ts';

/** Workers as workforce keeps them. */
export class WorkforceWorkerRegistry extends WorkerRegistry {
  readonly #workers = new WorkerDirectory();

  constructor(private readonly tx: Transaction) {
    super();
  }

  override names(workerIds: readonly string[]): Promise<Map<string, string>> {
    return this.#workers.names(this.tx, workerIds);
  }
}
