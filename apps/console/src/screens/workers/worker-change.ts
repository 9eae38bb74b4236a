import type { Worker } from '../../api/types.ts';
import type { WorkerDraft } from './worker-draft.ts';

/** Members of a worker as the API takes them; null: unknown. */
export type WorkerMembers = Readonly<Partial<Record<keyof WorkerDraft, string | null>>>;

/** A change of a worker that was made, and can be taken back. */
export interface WorkerChange {
  readonly worker: Pick<Worker, 'id' | 'full_name'>;
  /** Null: the worker is new. */
  readonly before: WorkerMembers | null;
  readonly after: WorkerMembers;
}

const OPTIONAL: readonly (keyof WorkerDraft)[] = ['document_id', 'phone', 'email', 'group'];

/** Everything that the form says. */
export function membersOf(draft: WorkerDraft): Readonly<Record<keyof WorkerDraft, string | null>> {
  const unknown = OPTIONAL.map((name) => [name, draft[name].trim() || null]);
  return { ...draft, ...(Object.fromEntries(unknown) as WorkerMembers) };
}

/** What the form says otherwise than the worker, so that a value which is no longer offered may stay. */
export function changeOf(worker: Worker, draft: WorkerDraft): WorkerChange {
  const said = Object.entries(membersOf(draft)) as [keyof WorkerDraft, string | null][];
  const changed = said.filter(([name, value]) => value !== worker[name]);
  return {
    worker,
    before: Object.fromEntries(changed.map(([name]) => [name, worker[name]])),
    after: Object.fromEntries(changed),
  };
}

/** What takes a change back; a new worker leaves, because nothing of a farm is deleted. */
export const takenBack = ({ worker, before, after }: WorkerChange): WorkerChange => ({
  worker,
  before: before === null ? { status: after.status ?? null } : after,
  after: before ?? { status: 'inactive' },
});
