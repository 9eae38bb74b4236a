import { DomainError } from '@furrow/kernel';

export class WorkerNotFound extends DomainError {
  override readonly code = 'worker_not_found';
  constructor() {
    super('There is no such worker in your company.');
  }
}
