import { type Clock, DomainError, newId } from '@furrow/kernel';
import {
  IdempotencyKeyReused,
  type Owner,
  ProductionRecord,
  type ProductionSession,
  QualityNotFound,
  type RecordDraft,
  SessionNotFound,
  WorkerNotFound,
} from '../domain/index.ts';
import type { ProductionStores, ProductionTransactions, StaleSnapshots } from './ports.ts';

export type AddOutcome =
  | { readonly kind: 'created' | 'repeated'; readonly record: ProductionRecord; readonly session: ProductionSession }
  | { readonly kind: 'refused'; readonly error: DomainError };

interface Entry {
  readonly index: number;
  readonly draft: RecordDraft;
  readonly session: ProductionSession;
  /** The record to add, or why its session does not take it. */
  readonly result: ProductionRecord | DomainError;
}

/**
 * Adds the units that a crew picked, one draft or a phone's whole day, in one transaction. Each draft has an outcome
 * of its own, as if it had been sent alone and in order; one refused never touches another.
 */
export class AddRecords {
  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly clock: Clock,
    private readonly stale: StaleSnapshots,
  ) {}

  /** Outcomes in the order of the drafts. */
  async execute(companyId: string, user: Owner, drafts: readonly RecordDraft[]): Promise<AddOutcome[]> {
    const outcomes = await this.transactions.run(companyId, (stores) => this.#addAll(stores, user, drafts));
    const touched = outcomes.flatMap((outcome) => (outcome.kind === 'created' ? [outcome.session.id] : []));
    this.stale.mark(companyId, new Set(touched));
    return outcomes;
  }

  async #addAll(stores: ProductionStores, user: Owner, drafts: readonly RecordDraft[]): Promise<AddOutcome[]> {
    const outcomes = new Array<AddOutcome>(drafts.length);
    let pending = await this.#admit(stores, user, drafts, outcomes);
    // Drafts of one call that share a key wait for the first of them, as later calls would.
    while (pending.length > 0) pending = await this.#round(stores, user, pending, outcomes);
    return outcomes;
  }

  /** Existence, then ownership; whether the session takes a draft is only noted, for a repeat is answered before. */
  async #admit(
    stores: ProductionStores,
    user: Owner,
    drafts: readonly RecordDraft[],
    outcomes: AddOutcome[],
  ): Promise<Entry[]> {
    const sessions = await stores.sessions.lockForRecords(distinct(drafts.map((draft) => draft.sessionId)));
    const workers = await stores.workers.names(distinct(drafts.map((draft) => draft.workerId)));
    const qualities = await stores.qualities.names(distinct(drafts.flatMap((draft) => draft.qualityId ?? [])));
    const now = this.clock.now(); // after the locks: a closure that came first has been seen
    const entries: Entry[] = [];
    drafts.forEach((draft, index) => {
      try {
        const session = found(sessions.get(draft.sessionId), SessionNotFound);
        const worker = found(workers.get(draft.workerId), WorkerNotFound);
        const quality = draft.qualityId === null ? null : found(qualities.get(draft.qualityId), QualityNotFound);
        session.assertOwnedBy(user.userId);
        entries.push({ index, draft, session, result: take(session, draft, { worker, quality }, user, now) });
      } catch (error) {
        outcomes[index] = { kind: 'refused', error: asDomainError(error) };
      }
    });
    return entries;
  }

  async #round(
    stores: ProductionStores,
    user: Owner,
    pending: readonly Entry[],
    outcomes: AddOutcome[],
  ): Promise<Entry[]> {
    const { candidates, others } = splitByKeys(pending);
    const added = await stores.records.add(candidates.map((entry) => entry.result as ProductionRecord));
    for (const { index, session, result } of candidates)
      if (result instanceof ProductionRecord && added.has(result.state.recordId))
        outcomes[index] = { kind: 'created', record: result, session };

    const rest = [...candidates.filter(({ index }) => outcomes[index] === undefined), ...others];
    if (rest.length === 0) return [];
    const kept = await keptByKeys(stores, user, rest);
    const waiting: Entry[] = [];
    for (const entry of rest) {
      const { index, draft, session, result } = entry;
      const matches = kept.matching(draft);
      const [match] = matches;
      if (!match) {
        if (result instanceof DomainError) outcomes[index] = { kind: 'refused', error: result };
        else waiting.push(entry);
      } else if (matches.every((record) => record.isRepeatedBy(draft))) {
        outcomes[index] = { kind: 'repeated', record: match, session };
      } else {
        outcomes[index] = { kind: 'refused', error: new IdempotencyKeyReused(kept.nameOfKey(draft)) };
      }
    }
    return waiting.sort((a, b) => a.index - b.index);
  }
}

/** The record of a draft, or why its session does not take it now. */
function take(
  session: ProductionSession,
  draft: RecordDraft,
  names: { worker: string; quality: string | null },
  user: Owner,
  now: Date,
): ProductionRecord | DomainError {
  try {
    session.assertTakes(draft.recordedAt ?? now, now);
    return ProductionRecord.add(draft, names, { recordId: newId(), by: user.userId, at: now });
  } catch (error) {
    return asDomainError(error);
  }
}

/** Those to add now: the first of each key. Others are looked up first: refused ones, and later uses of a key. */
function splitByKeys(entries: readonly Entry[]): { candidates: Entry[]; others: Entry[] } {
  const events = new Set<string>();
  const keys = new Set<string>();
  const candidates: Entry[] = [];
  const others: Entry[] = [];
  for (const entry of entries) {
    const { clientEventId, idempotencyKey } = entry.draft;
    const seen = events.has(clientEventId) || (idempotencyKey !== null && keys.has(idempotencyKey));
    events.add(clientEventId);
    if (idempotencyKey !== null) keys.add(idempotencyKey);
    if (seen || entry.result instanceof DomainError) others.push(entry);
    else candidates.push(entry);
  }
  return { candidates, others };
}

async function keptByKeys(stores: ProductionStores, user: Owner, entries: readonly Entry[]) {
  const records = await stores.records.byKeys(
    user.userId,
    distinct(entries.map(({ draft }) => draft.clientEventId)),
    distinct(entries.flatMap(({ draft }) => draft.idempotencyKey ?? [])),
  );
  const byEvent = new Map(records.map((record) => [record.state.clientEventId, record]));
  const byKey = new Map(records.map((record) => [record.state.idempotencyKey, record]));
  return {
    matching: ({ clientEventId, idempotencyKey }: RecordDraft): ProductionRecord[] =>
      distinct(
        [byEvent.get(clientEventId), idempotencyKey === null ? undefined : byKey.get(idempotencyKey)].filter(
          (record) => record !== undefined,
        ),
      ),
    nameOfKey: ({ clientEventId }: RecordDraft): string =>
      byEvent.has(clientEventId) ? 'clientEventId' : 'idempotencyKey',
  };
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

function found<T>(value: T | undefined, NotFound: new () => DomainError): T {
  if (value === undefined) throw new NotFound();
  return value;
}

/** A refusal the domain foresees is an outcome; anything else fails the whole call. */
function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}
