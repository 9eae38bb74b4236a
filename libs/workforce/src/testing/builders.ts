import { type WorkerStatement, WorkerOptions } from '../domain/index.ts';

export const OPTIONS = {
  position: ['driver', 'harvester'],
  employment_type: ['permanent', 'seasonal'],
  status: ['active', 'inactive'],
};

export const offered = WorkerOptions.of(OPTIONS);

/** What somebody would write about a new worker. */
export function aStatement(over: WorkerStatement = {}): WorkerStatement {
  return {
    first_name: 'Ana María',
    last_name: 'López',
    hire_date: '2025-03-15',
    position: 'harvester',
    employment_type: 'seasonal',
    status: 'active',
    ...over,
  };
}
