import type { Furrow } from '../answer.ts';
import type { FurrowError } from '../furrow-error.ts';
import { BackOff, REAL_TIME, type Timing } from './back-off.ts';
import { Contents } from './contents.ts';
import { Courier, Halted } from './courier.ts';
import { Delivery } from './delivery.ts';
import {
  type Entry,
  isRefused,
  type NewRecord,
  type NewSession,
  type RecordEntry,
  type Refused,
  type SessionEntry,
} from './entry.ts';
import type { OutboxEvent, OutboxListener, SyncReport } from './events.ts';
import { newId } from './new-id.ts';
import type { OutboxStore } from './outbox-store.ts';

export interface OutboxOptions {
  /** Failures in a row before a sync gives up until the next; 5 by default. */
  readonly attempts?: number;
  /** Bound of the first wait after a failure, doubled by each further one; 1,000 ms by default. */
  readonly firstWaitMs?: number;
  /** A sync that would have to wait for longer ends and tells when to come back; 60,000 ms by default. */
  readonly longestWaitMs?: number;
  readonly timing?: Timing;
}

/**
 * Keeps what a crew picked until the server has it. Everything is stored before it is sent and forgotten only after
 * the server has answered for it, so nothing is lost; every record has a `clientEventId`, so nothing counts twice.
 */
export class Outbox {
  readonly #listeners = new Set<OutboxListener>();
  readonly #timing: Timing;
  readonly #backOff: BackOff;
  readonly #patience: { readonly attempts: number; readonly longestWaitMs: number };
  #running: Promise<SyncReport> | undefined;
  #asked = 0;
  #lastError: FurrowError | undefined;
  #nextOrder: Promise<{ next: number }> | undefined;

  constructor(
    private readonly furrow: Furrow,
    private readonly store: OutboxStore,
    options: OutboxOptions = {},
  ) {
    const { attempts = 5, firstWaitMs = 1_000, longestWaitMs = 60_000, timing = REAL_TIME } = options;
    this.#timing = timing;
    this.#patience = { attempts, longestWaitMs };
    this.#backOff = new BackOff(firstWaitMs, longestWaitMs, timing);
  }

  /**
   * Stores a session to open. Records may name it by its `localId` from now on.
   * @throws whatever the store throws; the session is not kept then
   */
  async openSession(session: NewSession): Promise<SessionEntry> {
    const { localId, openedAt, ...rest } = session;
    const body = { ...rest, localId: localId ?? newId(), openedAt: openedAt ?? this.#now() };
    return this.#keep({ ...(await this.#head()), kind: 'session', state: 'waiting', body });
  }

  /**
   * Stores a record to send.
   * @throws whatever the store throws; the record is not kept then
   */
  async add(record: NewRecord): Promise<RecordEntry> {
    const clientEventId = record.clientEventId ?? newId();
    const body = { ...record, clientEventId, recordedAt: record.recordedAt ?? this.#now() };
    return this.#keep({ ...(await this.#head()), kind: 'record', state: 'waiting', body });
  }

  /**
   * Sends what waits. Never rejects for want of signal, of a token or of the server: the report says so. Called while
   * one is under way, it joins that one, which then also takes what was added meanwhile.
   * @param options.signal ends the sync it began; what is not sent stays
   * @throws whatever the store throws; nothing is lost by it
   */
  sync(options: { readonly signal?: AbortSignal } = {}): Promise<SyncReport> {
    this.#asked++;
    this.#running ??= this.#sync(options.signal);
    return this.#running;
  }

  /** What is still to be sent, in its order; a record whose session was refused among it. */
  async waiting(): Promise<Entry[]> {
    return (await this.#contents()).waiting;
  }

  /** What the server will not take however often it is sent: for a person to see, and to retry or discard. */
  async refused(): Promise<Refused[]> {
    return (await this.#contents()).all.filter(isRefused);
  }

  /** Sends a refused entry with the next sync once more. @returns false where no refused entry has this id */
  async retry(id: string): Promise<boolean> {
    const entry = await this.#refusedOf(id);
    if (!entry) return false;
    const { problem: _, ...rest } = entry;
    await this.store.put([{ ...rest, state: 'waiting', queuedAt: this.#now() }]);
    return true;
  }

  /** Forgets a refused entry for good. @returns false where no refused entry has this id */
  async discard(id: string): Promise<boolean> {
    const entry = await this.#refusedOf(id);
    if (entry) await this.store.remove([id]);
    return entry !== undefined;
  }

  /**
   * Sends the records of a session to one that the server has already, such as the `sessionId` that
   * `session_already_open` tells.
   * @returns false where no session here has this `localId`
   */
  async useSession(localId: string, sessionId: string): Promise<boolean> {
    const sessions = (await this.#contents()).sessionsNamed(localId);
    await this.store.put(
      sessions.map(({ problem: _, ...rest }) => ({ ...rest, state: 'opened' as const, sessionId })),
    );
    return sessions.length > 0;
  }

  /** @returns a function that ends it */
  subscribe(listener: OutboxListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #sync(signal: AbortSignal | undefined): Promise<SyncReport> {
    const tell = (event: OutboxEvent) => this.#tell(event);
    const courier = new Courier(this.#backOff, this.#patience, this.#timing, tell, signal);
    const delivery = new Delivery(this.furrow, this.store, courier, this.#timing, tell);
    this.#backOff.succeeded();
    let halted: Halted | undefined;
    let waiting = 0;
    try {
      await courier.waitForServer(this.#lastError);
      let asked;
      do {
        asked = this.#asked;
        await delivery.run();
        waiting = (await this.waiting()).length;
      } while (asked !== this.#asked);
    } catch (error) {
      if (!(error instanceof Halted)) throw error;
      halted = error;
      waiting = (await this.waiting()).length;
    } finally {
      this.#running = undefined; // at once: who calls sync() from now on begins another
    }
    this.#lastError = halted?.reason;
    const report: SyncReport = {
      ...delivery.sums,
      waiting,
      ...(halted && { error: halted.reason }),
      ...(halted?.retryAt && { retryAt: halted.retryAt }),
    };
    tell({ type: 'synced', report });
    return report;
  }

  async #keep<E extends Entry>(entry: E): Promise<E> {
    await this.store.put([entry]);
    this.#tell({ type: 'stored', entry });
    return entry;
  }

  async #head() {
    this.#nextOrder ??= this.#contents().then(
      ({ all }) => ({ next: (all.at(-1)?.order ?? 0) + 1 }),
      (error: unknown) => {
        this.#nextOrder = undefined;
        throw error;
      },
    );
    const order = (await this.#nextOrder).next++;
    return { id: newId(), order, queuedAt: this.#now() };
  }

  async #contents(): Promise<Contents> {
    return new Contents(await this.store.load());
  }

  async #refusedOf(id: string): Promise<Refused | undefined> {
    return (await this.refused()).find((entry) => entry.id === id);
  }

  #now(): string {
    return new Date(this.#timing.now()).toISOString();
  }

  /** A listener that fails is told of as any uncaught error is, and stops nothing. */
  #tell(event: OutboxEvent): void {
    for (const listener of this.#listeners) void Promise.resolve(event).then(listener);
  }
}
