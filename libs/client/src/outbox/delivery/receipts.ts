import type { Entry, ReceiptsEntry } from '../entry.ts';
import type { Stamp } from '../kinds/item-kind.ts';
import type { OutboxStore } from '../outbox-store.ts';

/** The number of ids in one entry, so that one tap does not rewrite all of them. */
const IDS_PER_ENTRY = 200;
/** More entries than these are merged, once nobody writes to them any more. */
const ENTRIES = 20;
const SETTLED_MS = 86_400_000;

/** A month is longer than any session accepts records, including extension and grace. */
const KEEP_MS = 30 * 86_400_000;
/** A record can be voided while its session is open: a day, and a grace of a week at most. */
const KEEP_RECORDS_MS = 8 * 86_400_000;
const KEEP_RECORDS = 5_000;

export interface NewReceipt {
  readonly kind: string;
  readonly localId: string;
  readonly serverId: string;
}

type Ids = Record<string, { serverId: string; at: number }>;
interface OpenEntry {
  readonly id: string;
  readonly ids: Ids;
}

/**
 * Stores the server's ids of sent items, for items that refer to local ids. Each outbox writes entries of its own, so
 * that two outboxes on one store do not overwrite each other.
 */
export class Receipts {
  readonly #open = new Map<string, OpenEntry>();
  /** Entries with ids that are not stored yet, with their kind. */
  #unstored = new Map<OpenEntry, string>();
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: OutboxStore,
    private readonly stamp: Stamp,
  ) {}

  /**
   * Ids that could not be stored stay in memory until they can.
   * @param at milliseconds since 1970
   * @throws errors of the store
   */
  async note(receipts: readonly NewReceipt[], at: number): Promise<void> {
    for (const { kind, localId, serverId } of receipts) {
      let entry = this.#open.get(kind);
      if (!entry || Object.keys(entry.ids).length >= IDS_PER_ENTRY)
        this.#open.set(kind, (entry = { id: this.stamp.id(), ids: Object.create(null) as Ids }));
      entry.ids[localId] = { serverId, at };
      this.#unstored.set(entry, kind);
    }
    await this.#storeNoted();
  }

  /** What is not stored yet. */
  get unstored(): ReceiptsEntry[] {
    return [...this.#unstored].map(([{ id, ids }, of]) => this.#entryOf(of, ids, id));
  }

  async #storeNoted(): Promise<void> {
    const storing = this.#unstored;
    const entries = this.unstored;
    this.#unstored = new Map();
    try {
      await this.#put(entries);
    } catch (error) {
      this.#unstored = new Map([...storing, ...this.#unstored]);
      throw error;
    }
  }

  /** Removes ids that no item can refer to any more, and merges the rest if there are many entries. */
  async tidy(entries: readonly Entry[], isNamed: (of: string, localId: string) => boolean, now: number) {
    const stored = entries.filter((entry) => entry.kind === 'receipts');
    const opened = entries.filter((entry) => entry.kind === 'session' && entry.state === 'opened');
    const gone = opened.filter(
      ({ body, queuedAt }) => now - Date.parse(queuedAt) > KEEP_MS && !isNamed('session', body.localId),
    );
    await this.store.remove(gone.map(({ id }) => id));
    const settled = stored.filter((entry) => now - latest(entry) > SETTLED_MS);
    const isDue = settled.length > ENTRIES || settled.some((entry) => now - oldest(entry) > keepMs(entry.of));
    if (!isDue) return;
    const kept = new Map<string, Ids>();
    for (const { of, ids } of settled)
      for (const [localId, receipt] of Object.entries(ids))
        if (now - receipt.at <= keepMs(of) || isNamed(of, localId))
          kept.set(of, { ...kept.get(of), [localId]: receipt });
    await this.#put(
      [...kept].flatMap(([of, ids]) => chunksOf(of, ids).map((chunk) => this.#entryOf(of, chunk))),
    );
    await this.store.remove(settled.map(({ id }) => id));
  }

  #entryOf(of: string, ids: Ids, id = this.stamp.id()): ReceiptsEntry {
    return { id, order: 0, queuedAt: this.stamp.now(), kind: 'receipts', of, ids: { ...ids } };
  }

  /** One write after the other, because a later version of an entry contains the earlier one. */
  #put(entries: readonly ReceiptsEntry[]): Promise<void> {
    if (entries.length === 0) return this.#writing;
    const write = this.#writing.then(() => this.store.put(entries));
    this.#writing = write.catch(() => undefined);
    return write;
  }
}

const keepMs = (of: string) => (of === 'record' ? KEEP_RECORDS_MS : KEEP_MS);
const latest = ({ ids }: ReceiptsEntry) => Object.values(ids).reduce((max, { at }) => Math.max(max, at), 0);
const oldest = ({ ids }: ReceiptsEntry) =>
  Object.values(ids).reduce((min, { at }) => Math.min(min, at), Infinity);

function chunksOf(of: string, ids: Ids): Ids[] {
  const byAge = Object.entries(ids).sort(([, a], [, b]) => b.at - a.at);
  const kept = of === 'record' ? byAge.slice(0, KEEP_RECORDS) : byAge;
  const chunks: Ids[] = [];
  for (let i = 0; i < kept.length; i += IDS_PER_ENTRY)
    chunks.push(Object.fromEntries(kept.slice(i, i + IDS_PER_ENTRY)));
  return chunks;
}
