import { type ShiftDraft, type WorkerDraft, WorkerOptions } from '../domain/index.ts';

export const OPTIONS = {
  position: ['driver', 'harvester'],
  employment_type: ['permanent', 'seasonal'],
  status: ['active', 'inactive'],
};

export const offered = WorkerOptions.of(OPTIONS);

/** The particulars of a new worker. */
export function aWorkerDraft(over: WorkerDraft = {}): WorkerDraft {
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

let shifts = 0;

/** Eight hours of piece work, under a unique key. */
export function aShift(over: Partial<ShiftDraft> = {}): ShiftDraft {
  return {
    workerId: '0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e05',
    projectId: '0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e03',
    sectorId: null,
    kind: 'piece',
    startedAt: new Date('2026-01-12T11:00:00.000Z'),
    endedAt: new Date('2026-01-12T19:00:00.000Z'),
    breaks: [],
    clientEventId: `shift-${++shifts}`,
    notes: null,
    ...over,
  };
}
