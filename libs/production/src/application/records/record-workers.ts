import type { DomainError } from '@furrow/kernel';
import { BadgeUnknown, WorkerNotFound } from '@furrow/kernel/errors';
import type { RecordDraft, Sharer } from '../../domain/index.ts';
import type { BadgeHolders, WorkerDirectory } from '../ports.ts';

/** A draft with the workers who had its badges, and their names. */
export interface DraftWithWorkers {
  readonly draft: RecordDraft;
  /** The name of its worker; null if it is shared, or if nobody had a badge of it. */
  readonly worker: string | null;
  /** Null unless it is shared. */
  readonly sharers: readonly Sharer[] | null;
  /** Why it is of nobody; found only after repeats have been looked for. */
  readonly refusal: DomainError | null;
}

/** Whom the drafts of a sync are of, read at once. */
export class RecordWorkers {
  private constructor(
    private readonly names: ReadonlyMap<string, string>,
    private readonly badges: BadgeHolders,
  ) {}

  static async of(workers: WorkerDirectory, drafts: readonly RecordDraft[]): Promise<RecordWorkers> {
    const ids = new Set<string>();
    const codes = new Set<string>();
    for (const draft of drafts)
      for (const { workerId, badge } of draft.shares ?? [draft]) {
        if (workerId !== null) ids.add(workerId);
        if (badge) codes.add(badge);
      }
    const [names, badges] = await Promise.all([workers.names([...ids]), workers.holders([...codes])]);
    return new RecordWorkers(names, badges);
  }

  /**
   * @param at the instant of which badges count
   * @throws WorkerNotFound
   */
  resolve(draft: RecordDraft, at: Date): DraftWithWorkers {
    if (draft.shares) return this.#shared(draft, draft.shares, at);
    const found = this.#find(draft.workerId, draft.badge ?? null, at);
    if (!found) return { draft, worker: null, sharers: null, refusal: new BadgeUnknown() };
    const known = draft.workerId === null ? { ...draft, workerId: found.workerId } : draft;
    return { draft: known, worker: found.name, sharers: null, refusal: null };
  }

  #shared(draft: RecordDraft, sent: NonNullable<RecordDraft['shares']>, at: Date): DraftWithWorkers {
    const found = sent.map(({ workerId, badge }) => this.#find(workerId, badge, at));
    const shares = sent.map((share, i) => ({ ...share, workerId: found[i]?.workerId ?? share.workerId }));
    const sharers = sent.flatMap(({ badge, weight }, i): Sharer[] => {
      const worker = found[i];
      return worker ? [{ workerId: worker.workerId, workerName: worker.name, badge, weight }] : [];
    });
    const unknown = found.indexOf(undefined);
    const refusal = unknown === -1 ? null : new BadgeUnknown(`shares[${unknown}].badge`);
    return { draft: { ...draft, shares }, worker: null, sharers, refusal };
  }

  #find(
    workerId: string | null,
    badge: string | null,
    at: Date,
  ): { readonly workerId: string; readonly name: string } | undefined {
    if (workerId === null) return this.badges.at(badge ?? '', at);
    const name = this.names.get(workerId);
    if (name === undefined) throw new WorkerNotFound();
    return { workerId, name };
  }
}
