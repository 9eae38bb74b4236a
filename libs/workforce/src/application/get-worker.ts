import { WorkerNotFound } from '@furrow/kernel/errors';
import type { WorkerQuery, WorkerView } from './ports.ts';

export class GetWorker {
  constructor(private readonly workers: WorkerQuery) {}

  /**
   * @param worker the id or the code
   * @throws WorkerNotFound
   */
  async execute(companyId: string, worker: string): Promise<WorkerView> {
    const found = await this.workers.find(companyId, worker);
    if (found === undefined) throw new WorkerNotFound();
    return found;
  }
}
