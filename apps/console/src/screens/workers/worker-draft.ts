import type { Worker, WorkerOptions } from '../../api/types.ts';
import { todayIn } from '../../time/local-day.ts';

/** A worker as the form holds one; empty: unknown. */
export interface WorkerDraft {
  readonly first_name: string;
  readonly last_name: string;
  readonly hire_date: string;
  readonly position: string;
  readonly employment_type: string;
  readonly status: string;
  readonly document_id: string;
  readonly phone: string;
  readonly email: string;
  /** Empty: none. */
  readonly group: string;
}

/** A worker as the form begins with; a new one is hired today, by the clock of the company. */
export function draftOf(worker: Worker | undefined, options: WorkerOptions, timeZone: string): WorkerDraft {
  return {
    first_name: worker?.first_name ?? '',
    last_name: worker?.last_name ?? '',
    hire_date: worker?.hire_date ?? todayIn(timeZone),
    position: worker?.position ?? options.position[0] ?? '',
    employment_type: worker?.employment_type ?? options.employment_type[0] ?? '',
    status: worker?.status ?? options.status[0] ?? '',
    document_id: worker?.document_id ?? '',
    phone: worker?.phone ?? '',
    email: worker?.email ?? '',
    group: worker?.group ?? '',
  };
}
