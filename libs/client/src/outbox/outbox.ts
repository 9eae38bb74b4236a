import type { Furrow } from '../answer.ts';
import { FurrowError } from '../furrow-error.ts';
import { BackOff, REAL_TIME, type Timing } from './delivery/back-off.ts';
import { Capacity, DEFAULT_LIMITS, type Limits, mediaBytesOf } from './capacity.ts';
import { RetryingCaller, Halted } from './delivery/retrying-caller.ts';
import { Delivery } from './delivery/delivery.ts';
import type { Held, Item, ItemEntry, Refused } from './entry.ts';
import type { OutboxEvent, OutboxListener, SyncReport } from './events.ts';
import { type AnyKind, type Kind, KINDS, kindOf, type NewItem } from './kinds/index.ts';
import type { Stamp } from './kinds/item-kind.ts';
import { type Media, readMedia } from './media.ts';
import { newId } from './new-id.ts';
import type { OutboxStore } from './outbox-store.ts';
import { Queue } from './queue.ts';
import { Receipts } from './delivery/receipts.ts';

export interface OutboxOptions {
  /** Consecutive failures after which a sync gives up until the next one; 5 by default. */
  readonly attempts?: number;
  /** The bound of the first wait after a failure, doubled with each further one; 1,000 ms by default. */
  readonly firstWaitMs?: number;
  /** A sync that would have to wait longer ends and reports when to sync again; 60,000 ms by default. */
  readonly longestWaitMs?: number;
  /** The limits of stored items; more are refused with `OutboxFull`. */
  readonly limits?: Partial<Limits>;
  readonly timing?: Timing;
}

/** The content of an outbox, for a badge. */
export interface OutboxStatus {
  /** Items still to be sent, including held ones. */
  readonly waiting: number;
  readonly held: number;
  readonly refused: number;
  /** The size of stored files in bytes. */
  readonly mediaBytes: number;
}

/**
 * Stores what a crew did until the server has it, in order. Everything is stored before it is sent and removed only
 * after the server has acknowledged it, so nothing is lost; every item has its key from the moment it is stored, so
 * nothing counts twice.
 */
export class Outbox {
  readonly #listeners = new Set<OutboxListener>();
  readonly #timing: Timing;
  readonly #stamp: Stamp;
  readonly #backOff: BackOff;
  readonly #retryLimits: { readonly attempts: number; readonly longestWaitMs: number };
  readonly #limits: Limits;
  readonly #receipts: Receipts;
  readonly #setbacks = new Map<string, number>();
  #running: Promise<SyncReport> | undefined;
  #asked = 0;
  #lastError: FurrowError | undefined;
  #beginning: Promise<void> | undefined;
  #putting: Promise<unknown> = Promise.resolve();
  #lastOrder = 0;
  #capacity: Capacity;

  constructor(
    private readonly furrow: Furrow,
    private readonly store: OutboxStore,
    options: OutboxOptions = {},
  ) {
    const { attempts = 5, firstWaitMs = 1_000, longestWaitMs = 60_000, timing = REAL_TIME } = options;
    this.#timing = timing;
    this.#stamp = { id: newId, now: () => new Date(timing.now()).toISOString() };
    this.#retryLimits = { attempts, longestWaitMs };
    this.#backOff = new BackOff(firstWaitMs, longestWaitMs, timing);
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#capacity = new Capacity(this.#limits, []);
    this.#receipts = new Receipts(store, this.#stamp);
  }

  /**
   * Stores items of one kind, all of them or none; from now on later ones may refer to them by their local ids.
   * @throws OutboxFull | MediaTooLarge, and errors of the store; nothing is stored then
   */
  putAll<K extends Kind>(kind: K, items: readonly NewItem<K>[]): Promise<ItemEntry<K>[]> {
    // One after the other: an item is never stored before one that it refers to, whether or not the app awaits.
    const putting = this.#putting.then(() => this.#putAll(kind, items));
    this.#putting = putting.catch(() => undefined);
    return putting;
  }

  /** Stores one item, as `putAll` with one. */
  async put<K extends Kind>(kind: K, item: NewItem<K>): Promise<ItemEntry<K>> {
    const [entry] = await this.putAll(kind, [item]);
    return entry as ItemEntry<K>;
  }

  /** Stores a session to open. From now on records and its closing may refer to it by its `localId`. */
  openSession(session: NewItem<'session'>): Promise<ItemEntry<'session'>> {
    return this.put('session', session);
  }

  /** Stores a worker to register, optionally with a photo. From now on records may refer to them by their `localId`. */
  addWorker(worker: NewItem<'worker'>): Promise<ItemEntry<'worker'>> {
    return this.put('worker', worker);
  }

  /** Stores a record to send. From now on it can be voided by its `clientEventId`. */
  add(record: NewItem<'record'>): Promise<ItemEntry<'record'>> {
    return this.put('record', record);
  }

  /** Stores many records at once. */
  addAll(records: readonly NewItem<'record'>[]): Promise<ItemEntry<'record'>[]> {
    return this.putAll('record', records);
  }

  /** Stores a void of a record, sent or not. */
  voidRecord(record: NewItem<'void'>): Promise<ItemEntry<'void'>> {
    return this.put('void', record);
  }

  /** Stores a session to close; earlier items of it are sent first. */
  closeSession(session: NewItem<'close'>): Promise<ItemEntry<'close'>> {
    return this.put('close', session);
  }

  /** Stores a shift of a worker. A running one can be ended by its `clientEventId` from now on. */
  addShift(shift: NewItem<'shift'>): Promise<ItemEntry<'shift'>> {
    return this.put('shift', shift);
  }

  /** Stores the end of a running shift. */
  endShift(end: NewItem<'shiftEnd'>): Promise<ItemEntry<'shiftEnd'>> {
    return this.put('shiftEnd', end);
  }

  /** Stores a treatment of sectors. */
  addTreatment(treatment: NewItem<'treatment'>): Promise<ItemEntry<'treatment'>> {
    return this.put('treatment', treatment);
  }

  /** Stores a form record with its photos, audio and signatures. */
  submitForm(record: NewItem<'form'>): Promise<ItemEntry<'form'>> {
    return this.put('form', record);
  }

  /**
   * Sends what waits. It never rejects for lack of signal, token or server: the report says so. A call during a sync
   * joins it, and that sync then also sends what was added meanwhile; a sync of another tab or process is waited for.
   * @param options.signal aborts the sync that this call started; unsent items stay
   * A store that can be read but not written, as on a full phone, does not keep it from sending.
   * @throws errors of the store; nothing is lost
   */
  sync(options: { readonly signal?: AbortSignal } = {}): Promise<SyncReport> {
    this.#asked++;
    this.#running ??= this.#exclusively(options.signal);
    return this.#running;
  }

  /** Items still to be sent, in order, including held ones. */
  async waiting(): Promise<Item[]> {
    return (await this.#queue()).waiting;
  }

  /** Items that wait because they depend on a refused one: they continue when that one is corrected or retried. */
  async held(): Promise<Held[]> {
    return (await this.#queue()).held();
  }

  /** Refused items, which a person has to see, and to correct, retry or discard. */
  async refused(): Promise<Refused[]> {
    return (await this.#queue()).refused;
  }

  async status(): Promise<OutboxStatus> {
    const queue = await this.#queue();
    const [waiting, held, refused] = [queue.waiting.length, queue.held().length, queue.refused.length];
    return {
      waiting,
      held,
      refused,
      mediaBytes: queue.items.reduce((sum, item) => sum + mediaBytesOf(item), 0),
    };
  }

  /** Sends a refused item again with the next sync. @returns false if no refused item has this id */
  retry(id: string): Promise<boolean> {
    return this.correct(id, {});
  }

  /**
   * Changes members of a refused item, and sends it again with the next sync. It keeps its key: the server stored
   * nothing under it, and dependent items refer to it by that.
   * @returns false if no refused item has this id
   */
  async correct(id: string, changes: object): Promise<boolean> {
    const item = (await this.refused()).find((entry) => entry.id === id);
    if (!item) return false;
    const { problem: _, ...rest } = item;
    const key = kindOf(item.kind)?.key;
    const kept = key === undefined ? {} : { [key]: (item.body as unknown as Record<string, unknown>)[key] };
    const body = { ...item.body, ...changes, ...kept };
    await this.store.put([{ ...rest, body, state: 'waiting', queuedAt: this.#stamp.now() } as Item]);
    return true;
  }

  /**
   * Removes a refused or held item for good. Items that depend on it are refused with the next sync.
   * @returns false if no such item has this id
   */
  async discard(id: string): Promise<boolean> {
    const queue = await this.#queue();
    const items = [...queue.refused, ...queue.held().map(({ entry }) => entry)];
    if (!items.some((item) => item.id === id)) return false;
    await this.store.remove([id]);
    return true;
  }

  /**
   * Sends the records of a session to an existing one instead, such as the `sessionId` of a
   * `session_already_open` error.
   * @returns false if no session in this outbox has this `localId`
   */
  useSession(localId: string, sessionId: string): Promise<boolean> {
    return this.#use('session', localId, sessionId);
  }

  /** Sends the records of a worker as those of an existing one. @returns false as `useSession` */
  useWorker(localId: string, workerId: string): Promise<boolean> {
    return this.#use('worker', localId, workerId);
  }

  /** The server's id of a sent item; undefined if it was not sent yet, or is no longer remembered. */
  async serverIdOf(kind: Kind, localId: string): Promise<string | undefined> {
    return (await this.#queue()).idOf({ kind, localId });
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: OutboxListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #putAll<K extends Kind>(kind: K, items: readonly NewItem<K>[]): Promise<ItemEntry<K>[]> {
    const handling = KINDS[kind] as unknown as AnyKind;
    const prepared: { readonly body: object; readonly media: readonly Media[] }[] = [];
    for (const item of items)
      prepared.push({
        body: handling.prepare(item, this.#stamp),
        media: await readMedia(handling.mediaOf?.(item) ?? []),
      });
    if (this.store.media === undefined && prepared.some(({ media }) => media.length > 0))
      throw new Error('This store keeps no files: it has no method "media".');
    await this.#begun();
    const entries = prepared.map(({ body, media }) => {
      const files = media.map(({ field, bytes }) => ({ field, size: bytes.byteLength }));
      return {
        ...{ id: newId(), order: this.#nextOrder(), queuedAt: this.#stamp.now() },
        ...{ kind, state: 'waiting', body, ...(files.length > 0 && { media: files }) },
      } as unknown as ItemEntry<K>;
    });
    this.#capacity.take(
      entries.length,
      entries.reduce((sum, entry) => sum + mediaBytesOf(entry), 0),
    );
    const files = entries.map(({ id }, i) => ({ entryId: id, media: prepared[i]?.media ?? [] }));
    await this.store.put(
      entries,
      files.filter(({ media }) => media.length > 0),
    );
    for (const entry of entries) this.#emit({ type: 'stored', entry });
    return entries;
  }

  async #exclusively(signal: AbortSignal | undefined): Promise<SyncReport> {
    const turn = { hasBegun: false };
    const work = () => {
      turn.hasBegun = true;
      return this.#sync(signal);
    };
    try {
      return await (this.store.exclusively?.(work, signal) ?? work());
    } catch (error) {
      if (turn.hasBegun) throw error;
      this.#running = undefined;
      if (!signal?.aborted) throw error;
      return this.#reported(undefined, new Halted(GIVEN_UP));
    }
  }

  async #sync(signal: AbortSignal | undefined): Promise<SyncReport> {
    const emit = (event: OutboxEvent) => this.#emit(event);
    const caller = new RetryingCaller(this.#backOff, this.#retryLimits, this.#timing, emit, signal);
    const delivery = new Delivery(
      ...([this.furrow, this.store, this.#receipts, caller, this.#timing, emit, signal] as const),
      this.#setbacks,
    );
    this.#backOff.succeeded();
    let halted: Halted | undefined;
    try {
      await caller.waitForServer(this.#lastError);
      let asked;
      do {
        asked = this.#asked;
        await delivery.run();
      } while (asked !== this.#asked);
    } catch (error) {
      if (!(error instanceof Halted)) throw error;
      halted = error;
    } finally {
      this.#running = undefined; // at once, so that a call of sync() from now on starts another one
    }
    this.#lastError = halted?.reason;
    const report = await this.#reported(delivery, halted ?? delivery.trouble);
    if (delivery.storeTrouble) throw delivery.storeTrouble.error;
    return report;
  }

  async #reported(delivery: Delivery | undefined, halted: Halted | undefined): Promise<SyncReport> {
    const queue = await this.#queue();
    const held = queue.held();
    const { sent = {}, sums = { opened: 0, created: 0, repeated: 0, refused: 0 } } = delivery ?? {};
    const report: SyncReport = {
      ...{ sent, ...sums, waiting: queue.waiting.length, held: held.length },
      ...(halted && { error: halted.reason }),
      ...(halted?.retryAt && { retryAt: halted.retryAt }),
    };
    if (held.length > 0) this.#emit({ type: 'held', held });
    this.#emit({ type: 'synced', report });
    return report;
  }

  async #use(kind: Kind, localId: string, serverId: string): Promise<boolean> {
    const queue = await this.#queue();
    const items = queue.all({ kind, localId });
    if (items.length === 0 && queue.idOf({ kind, localId }) === undefined) return false;
    await this.#receipts.note([{ kind, localId, serverId }], this.#timing.now());
    await this.store.remove(items.map(({ id }) => id));
    return true;
  }

  async #begun(): Promise<void> {
    this.#beginning ??= this.#queue().then(
      () => undefined,
      (error: unknown) => {
        this.#beginning = undefined;
        throw error;
      },
    );
    await this.#beginning;
  }

  /** Follows the clock, so that two tabs agree, but never goes back. */
  #nextOrder(): number {
    return (this.#lastOrder = Math.max(this.#lastOrder + 1, this.#timing.now()));
  }

  async #queue(): Promise<Queue> {
    const queue = new Queue(await this.store.load());
    this.#lastOrder = Math.max(this.#lastOrder, queue.items.at(-1)?.order ?? 0);
    this.#capacity = new Capacity(this.#limits, queue.entries);
    return queue;
  }

  /** An error of a listener is reported as an uncaught one, and stops nothing. */
  #emit(event: OutboxEvent): void {
    for (const listener of this.#listeners) void Promise.resolve(event).then(listener);
  }
}

const GIVEN_UP = FurrowError.local('aborted', 'The caller gave the sync up.');
