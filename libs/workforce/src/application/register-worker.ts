import type { Worker, WorkerDraft } from '../domain/index.ts';
import type { RegisterWorkers } from './register-workers.ts';

export interface RegisteredWorker {
  readonly worker: Worker;
  /** The worker was already registered. */
  readonly duplicate: boolean;
}

export class RegisterWorker {
  constructor(private readonly workers: RegisterWorkers) {}

  /** @throws ValidationFailed naming every wrong field; UnsupportedMedia; MediaTooLarge */
  async execute(companyId: string, draft: WorkerDraft): Promise<RegisteredWorker> {
    const [outcome] = await this.workers.execute(companyId, [draft]);
    if (outcome === undefined) throw new Error('A draft has no outcome');
    if (outcome.kind === 'refused') throw outcome.error;
    return { worker: outcome.worker, duplicate: outcome.kind === 'repeated' };
  }
}
