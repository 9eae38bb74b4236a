import { type Clock, DomainError } from '@furrow/kernel';
import { IdempotencyKeyReused } from '@furrow/kernel/errors';
import {
  type ContainerState,
  type DraftOfSharers,
  type DraftOfWorker,
  newRecordId,
  type Owner,
  ProductionRecord,
  type ProductionSession,
  QualityNotFound,
  type RecordDraft,
  SessionNotFound,
  unitsIn,
} from '../../domain/index.ts';
import { type DraftWithWorkers, RecordWorkers } from './record-workers.ts';
import { keysOf, RecordsByKey } from './records-by-key.ts';
import type { ProductionRepositories, ProductionTransactions, StaleSnapshots } from '../ports.ts';

export type AddOutcome =
  | {
      readonly kind: 'created' | 'repeated';
      readonly record: ProductionRecord;
      readonly session: ProductionSession;
    }
  | { readonly kind: 'refused'; readonly error: DomainError };

/** A request with more drafts gets a transaction of its own, because it would delay the others of its group. */
const MAX_TOGETHER = 10;

/** The drafts of one request. */
interface AddRequest {
  readonly user: Owner;
  readonly drafts: readonly RecordDraft[];
}

/** A draft whose session, workers and quality exist, and whose session belongs to the user. */
interface Entry {
  readonly user: Owner;
  readonly draft: RecordDraft;
  readonly session: ProductionSession;
  /**
   * The record to add, or the refusal of its session. A refusal is answered only after repeats have been looked for.
   */
  readonly result: ProductionRecord | DomainError;
  readonly settle: (outcome: AddOutcome) => void;
}

/**
 * Adds the units that a crew picked, one draft or a whole day of a phone, in one transaction. Each draft has its own
 * outcome, as if the drafts had been sent alone and in order; a refused draft does not affect the others.
 */
export class AddRecords {
  readonly #addTogether: (companyId: string, request: AddRequest) => Promise<AddOutcome[]>;

  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly clock: Clock,
    private readonly stale: StaleSnapshots,
  ) {
    this.#addTogether = transactions.grouped(
      (repositories, requests: readonly AddRequest[]) => this.#addAll(repositories, requests),
      ({ user, drafts }) => drafts.map(({ clientEventId }) => `${user.userId} ${clientEventId}`),
    );
  }

  /** @returns outcomes in the order of the drafts */
  async execute(companyId: string, user: Owner, drafts: readonly RecordDraft[]): Promise<AddOutcome[]> {
    const outcomes = await this.#add(companyId, { user, drafts });
    const touched = outcomes.flatMap((outcome) => (outcome.kind === 'created' ? [outcome.session.id] : []));
    this.stale.mark(companyId, new Set(touched));
    return outcomes;
  }

  async #add(companyId: string, request: AddRequest): Promise<AddOutcome[]> {
    if (request.drafts.length <= MAX_TOGETHER) return this.#addTogether(companyId, request);
    const [outcomes = []] = await this.transactions.run(companyId, (repositories) =>
      this.#addAll(repositories, [request]),
    );
    return outcomes;
  }

  /** The outcomes of each request are as if it had come alone. */
  async #addAll(
    repositories: ProductionRepositories,
    requests: readonly AddRequest[],
  ): Promise<AddOutcome[][]> {
    const outcomes = requests.map(({ drafts }) => new Array<AddOutcome>(drafts.length));
    const entries = await this.#resolve(repositories, requests, outcomes);
    // For the first sync of a day this statement is enough; what remains is repeated, refused, or shares a key.
    const pending = Map.groupBy(await addUnrelated(repositories, entries), ({ user }) => user.userId);
    for (const [userId, of] of pending)
      for (let rest = of; rest.length > 0;) rest = await settle(repositories, userId, rest);
    return outcomes;
  }

  /** Checks existence, then ownership. */
  async #resolve(
    repositories: ProductionRepositories,
    requests: readonly AddRequest[],
    outcomes: readonly AddOutcome[][],
  ): Promise<Entry[]> {
    const drafts = requests.flatMap((request) => request.drafts);
    const [sessions, workers, qualities, containers] = await Promise.all([
      repositories.sessions.lockForRecords(distinct(drafts.map((draft) => draft.sessionId))),
      RecordWorkers.of(repositories.workers, drafts),
      repositories.qualities.names(distinct(drafts.flatMap((draft) => draft.qualityId ?? []))),
      repositories.containers.byKeys(distinct(drafts.flatMap(({ filling }) => filling?.container ?? []))),
    ]);
    const now = this.clock.now(); // after the locks, so that a session that was closed meanwhile is seen as closed
    const entry = (user: Owner, sent: RecordDraft, settle: Entry['settle']): Entry => {
      const session = found(sessions.get(sent.sessionId), SessionNotFound);
      const of = workers.resolve(sent, sent.recordedAt ?? now);
      const quality = sent.qualityId === null ? null : found(qualities.get(sent.qualityId), QualityNotFound);
      session.assertOwnedBy(user.userId);
      const result = of.refusal ?? take(session, of, { quality, containers }, user, now);
      const { draft } = of;
      return { user, draft, session, settle, result };
    };
    return requests.flatMap(({ user, drafts }, at) =>
      drafts.flatMap((draft, index) => {
        const settle = (outcome: AddOutcome) => outcomes[at]?.splice(index, 1, outcome);
        try {
          return [entry(user, draft, settle)];
        } catch (error) {
          settle({ kind: 'refused', error: asDomainError(error) });
          return [];
        }
      }),
    );
  }
}

/** What a draft refers to. */
interface Resolved {
  readonly quality: string | null;
  readonly containers: ReadonlyMap<string, ContainerState>;
}

/** The record of a draft, or the reason why its session does not accept it now. */
function take(
  session: ProductionSession,
  { draft, worker, sharers }: DraftWithWorkers,
  { containers, quality }: Resolved,
  user: Owner,
  now: Date,
): ProductionRecord | DomainError {
  try {
    session.assertTakes(draft.recordedAt ?? now, now);
    const { filling, units: sent } = draft;
    const unit = session.state.samplingUnit;
    const { units, filled } = filling
      ? unitsIn(containers.get(filling.container), filling, { sent, unit })
      : { units: sent ?? '0', filled: null };
    const known = sharers === null ? (draft as DraftOfWorker) : ({ ...draft, sharers } as DraftOfSharers);
    return ProductionRecord.add(
      { ...known, units, filled },
      { worker, quality },
      { recordId: newRecordId(), by: user.userId, at: now },
    );
  } catch (error) {
    return asDomainError(error);
  }
}

/** Adds the drafts that share no key with an earlier draft, so that their outcome depends on stored records alone. */
async function addUnrelated(
  repositories: ProductionRepositories,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const used = new Set<string>();
  const records: ProductionRecord[] = [];
  for (const { user, draft, result } of entries) {
    const keys = keysOf(draft).map((key) => `${user.userId} ${key}`); // keys are unique per user
    if (result instanceof ProductionRecord && keys.every((key) => !used.has(key))) records.push(result);
    for (const key of keys) used.add(key);
  }
  const added = await repositories.records.add(records);
  return entries.filter(({ session, result, settle }) => {
    if (result instanceof DomainError || !added.has(result.state.recordId)) return true;
    settle({ kind: 'created', record: result, session });
    return false;
  });
}

/**
 * Takes a user's drafts one after the other: each sees the stored records and those of earlier drafts.
 * @returns the drafts whose key another transaction took first; its record is stored by now
 */
async function settle(
  repositories: ProductionRepositories,
  userId: string,
  pending: readonly Entry[],
): Promise<Entry[]> {
  const drafts = pending.map((entry) => entry.draft);
  const known = new RecordsByKey(
    await repositories.records.byKeys(
      userId,
      distinct(drafts.map((draft) => draft.clientEventId)),
      distinct(drafts.flatMap((draft) => draft.idempotencyKey ?? [])),
    ),
  );
  const made: ProductionRecord[] = [];
  const answered = pending.map((entry) => {
    const { draft, session, result } = entry;
    const holders = known.holdersOf(draft);
    const [holder] = holders;
    if (holder) return { entry, on: holders, outcome: repeatOrReuse(draft, holder, holders, session) };
    if (result instanceof DomainError)
      return { entry, on: [], outcome: { kind: 'refused', error: result } as const };
    known.add(result);
    made.push(result);
    return { entry, on: [result], outcome: { kind: 'created', record: result, session } as const };
  });

  const added = await repositories.records.add(made);
  const lost = new Set(made.filter((record) => !added.has(record.state.recordId)));
  return answered.flatMap(({ entry, on, outcome }) => {
    if (on.some((record) => lost.has(record))) return [entry];
    entry.settle(outcome);
    return [];
  });
}

/** The key is taken: either by the same draft sent before, or by another one. */
function repeatOrReuse(
  draft: RecordDraft,
  holder: ProductionRecord,
  holders: readonly ProductionRecord[],
  session: ProductionSession,
): AddOutcome {
  if (holders.every((record) => record.isRepeatedBy(draft)))
    return { kind: 'repeated', record: holder, session };
  const key = holder.state.clientEventId === draft.clientEventId ? 'clientEventId' : 'idempotencyKey';
  return { kind: 'refused', error: new IdempotencyKeyReused(key) };
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

function found<T>(value: T | undefined, NotFound: new () => DomainError): T {
  if (value === undefined) throw new NotFound();
  return value;
}

/** An expected refusal of the domain is an outcome of the draft; any other error fails the whole call. */
function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}
