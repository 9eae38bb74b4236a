import { type Clock, DomainError } from '@furrow/kernel';
import {
  IdempotencyKeyReused,
  ProjectNotFound,
  SectorNotFound,
  SectorNotInProject,
  WorkerNotFound,
} from '@furrow/kernel/errors';
import { newShiftId, Shift, type ShiftDraft, type ShiftState } from '../domain/index.ts';
import type { ShiftProject, ShiftSector, WorkforceRepositories, WorkforceTransactions } from './ports.ts';

export type RecordedShift =
  | { readonly kind: 'created' | 'repeated'; readonly shift: Shift }
  | { readonly kind: 'refused'; readonly error: DomainError };

/** A draft whose worker, project and sector exist. */
interface Entry {
  readonly index: number;
  readonly draft: ShiftDraft;
  /** The shift to add, or its refusal, which is answered only after repeats have been looked for. */
  readonly result: Shift | DomainError;
}

/**
 * Records the shifts that a crew worked, one draft or a whole week of a phone, in one transaction. Each draft has its
 * own outcome, as if the drafts had been sent alone and in order; a refused draft does not affect the others.
 */
export class RecordShifts {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly clock: Clock,
  ) {}

  /** @returns outcomes in the order of the drafts */
  execute(
    companyId: string,
    user: ShiftState['createdBy'],
    drafts: readonly ShiftDraft[],
  ): Promise<RecordedShift[]> {
    return this.transactions.run(companyId, async (repositories) => {
      const outcomes = new Array<RecordedShift>(drafts.length);
      const entries = await this.#admit(repositories, user, drafts, outcomes);
      await settle(repositories, entries, outcomes);
      return outcomes;
    });
  }

  /** Checks existence. */
  async #admit(
    { workers, farm }: WorkforceRepositories,
    by: ShiftState['createdBy'],
    drafts: readonly ShiftDraft[],
    outcomes: RecordedShift[],
  ): Promise<Entry[]> {
    const [known, projects, sectors] = await Promise.all([
      workers.known(distinct(drafts.map((draft) => draft.workerId))),
      farm.projects(distinct(drafts.map((draft) => draft.projectId))),
      farm.sectors(distinct(drafts.flatMap((draft) => draft.sectorId ?? []))),
    ]);
    const at = this.clock.now();
    return drafts.flatMap((draft, index) => {
      try {
        if (!known.has(draft.workerId)) throw new WorkerNotFound();
        const project = projects.get(draft.projectId);
        if (!project) throw new ProjectNotFound();
        const sector = draft.sectorId === null ? null : sectors.get(draft.sectorId);
        if (sector === undefined) throw new SectorNotFound();
        if (sector && sector.projectId !== draft.projectId) throw new SectorNotInProject();
        return { index, draft, result: record(draft, project, sector, { by, at }) };
      } catch (error) {
        outcomes[index] = { kind: 'refused', error: asDomainError(error) };
        return [];
      }
    });
  }
}

function record(
  draft: ShiftDraft,
  project: ShiftProject,
  sector: ShiftSector | null,
  made: { readonly by: ShiftState['createdBy']; readonly at: Date },
): Shift | DomainError {
  try {
    if (!project.active) throw new ProjectNotFound();
    if (sector && !sector.active) throw new SectorNotFound();
    return Shift.record(draft, project.timezone, { ...made, shiftId: newShiftId() });
  } catch (error) {
    return asDomainError(error);
  }
}

/** Adds the first valid draft of each key with one statement; any other draft of the key is a repeat or a reuse. */
async function settle(
  { shifts }: WorkforceRepositories,
  entries: readonly Entry[],
  outcomes: RecordedShift[],
): Promise<void> {
  const firsts = new Map<string, Shift>();
  for (const { draft, result } of entries)
    if (result instanceof Shift && !firsts.has(draft.clientEventId)) firsts.set(draft.clientEventId, result);
  const added = await shifts.add([...firsts.values()]);

  if (added === entries.length) {
    for (const { index, result } of entries) outcomes[index] = { kind: 'created', shift: result as Shift };
    return;
  }
  // If some were left out, the holders of all keys tell which: those with ids of this call were added.
  const known = added === firsts.size ? firsts : new Map<string, Shift>();
  const keys = entries.map(({ draft }) => draft.clientEventId).filter((key) => !known.has(key));
  // A concurrent transaction that took a key first has committed by now, because the insert waited for it.
  const stored = await shifts.byEventIds(distinct(keys));
  const holders = new Map([...known, ...stored.map((shift) => [shift.state.clientEventId, shift] as const)]);
  const created = new Set<string>();
  for (const { index, draft, result } of entries) {
    const { clientEventId } = draft;
    const holder = holders.get(clientEventId);
    const first = firsts.get(clientEventId);
    const isOurs = holder !== undefined && holder.id === first?.id;
    if (isOurs && result === first) {
      created.add(clientEventId);
      outcomes[index] = { kind: 'created', shift: first };
    } else if (holder && (!isOurs || created.has(clientEventId)))
      outcomes[index] = repeatOrReuse(draft, holder);
    else outcomes[index] = { kind: 'refused', error: refusalOf(result) };
  }
}

/** The key is taken: either by the same draft sent before, or by another one. */
function repeatOrReuse(draft: ShiftDraft, holder: Shift): RecordedShift {
  return holder.isRepeatedBy(draft)
    ? { kind: 'repeated', shift: holder }
    : { kind: 'refused', error: new IdempotencyKeyReused('clientEventId') };
}

function refusalOf(result: Shift | DomainError): DomainError {
  if (result instanceof Shift) throw new Error('A shift was neither added nor there before');
  return result;
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

/** An expected refusal of the domain is an outcome of the draft; any other error fails the whole call. */
function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}
