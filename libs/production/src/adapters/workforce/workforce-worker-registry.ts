import type { Transaction } from '@furrow/platform';
import { WorkerDirectory } from '@furrow/workforce';
import { WorkerRegistry } from '../../application/ports.ts';

/** Workers as workforce keeps them. */
export class WorkforceWorkerRegistry extends WorkerRegistry {
  constructor(
    private readonly tx: Transaction,
    private readonly directory = new WorkerDirectory(),
  ) {
    super();
  }

  override names(workerIds: readonly string[]): Promise<Map<string, string>> {
    return this.directory.names(this.tx, workerIds);
  }
}
