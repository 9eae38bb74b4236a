import type { Worker } from '../domain/index.ts';

/** A worker as the service answers it. */
export interface WorkerView {
  readonly id: string;
  /** The code, such as `AML0315`. */
  readonly worker_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly full_name: string;
  readonly hire_date: string;
  readonly position: string;
  readonly employment_type: string;
  readonly status: string;
  readonly document_id: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly photo_url: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export function workerView(worker: Worker): WorkerView {
  const { state } = worker;
  return {
    id: worker.id,
    worker_id: worker.code,
    first_name: state.firstName,
    last_name: state.lastName,
    full_name: worker.fullName,
    hire_date: state.hireDate,
    position: state.position,
    employment_type: state.employmentType,
    status: state.status,
    document_id: state.documentId,
    phone: state.phone,
    email: state.email,
    photo_url: null,
    created_at: state.createdAt.toISOString(),
    updated_at: state.updatedAt.toISOString(),
  };
}
