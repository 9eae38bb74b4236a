import {
  type Clock,
  DomainError,
  IdempotencyKeyReused,
  newId,
  ProjectNotFound,
  SectorNotFound,
  SectorNotInProject,
  WorkerNotFound,
} from '@furrow/kernel';
import { Shift, type ShiftDraft, type ShiftState } from '../domain/index.ts';
import type { ShiftProject, ShiftSector, WorkforceRepositories, WorkforceTransactions } from './ports.ts';

export type RecordedShift =
  | { readonly kind: 'created' | 'repeated'; readonly shift: Shift }
  | { readonly kind: 'refused'; readonly error: DomainError };

/** A draft whose worker, project and sector exist. */
interface Entry {
  readonly index: number;
  readonly draft: ShiftDraft;
  /** The shift to add, or why it is refused: only noted, for a repeat is answered before. */
  readonly result: Shift | DomainError;
}

/**
 * Records the shifts that a crew worked, one draft or a phone's whole week, in one transaction. Each draft has an
 * outcome of its own, as if it had been sent alone and in order; one refused never touches another.
 */
export class RecordShifts {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly clock: Clock,
  ) {}

  /** Outcomes in the order of the drafts. */
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

  /** Existence. */
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
    return Shift.record(draft, project.timezone, { ...made, shiftId: newId() });
  } catch (error) {
    return asDomainError(error);
  }
}

/** Adds the first good draft of each key with one statement; whatever else holds the key is a repeat of it, or a reuse. */
async function settle(
  { shifts }: WorkforceRepositories,
  entries: readonly Entry[],
  outcomes: RecordedShift[],
): Promise<void> {
  const firsts = new Map<string, Entry & { readonly result: Shift }>();
  for (const entry of entries)
    if (entry.result instanceof Shift && !firsts.has(entry.draft.clientEventId))
      firsts.set(entry.draft.clientEventId, { ...entry, result: entry.result });
  const added = await shifts.add([...firsts.values()].map(({ result }) => result));

  const isAdded = ({ index, draft }: Entry) => {
    const first = firsts.get(draft.clientEventId);
    return first?.index === index && added.has(first.result.id);
  };
  const rest = entries.filter((entry) => !isAdded(entry));
  // Whoever took a key first has committed by now: adding waited for him.
  const stored = await shifts.byEventIds(distinct(rest.map(({ draft }) => draft.clientEventId)));
  const holders = new Map(stored.map((shift) => [shift.state.clientEventId, shift]));
  for (const entry of entries) {
    const { index, draft, result } = entry;
    const first = firsts.get(draft.clientEventId);
    const madeHere = first !== undefined && added.has(first.result.id) ? first : undefined;
    if (madeHere?.index === index) outcomes[index] = { kind: 'created', shift: madeHere.result };
    else {
      const holder = madeHere
        ? madeHere.index < index
          ? madeHere.result
          : undefined
        : holders.get(draft.clientEventId);
      outcomes[index] = holder ? repeatOrReuse(draft, holder) : { kind: 'refused', error: refusalOf(result) };
    }
  }
}

/** The key is taken: by this very draft sent before, or by another one. */
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

/** A refusal the domain foresees is an outcome; anything else fails the whole call. */
function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}
