import type { Furrow } from '../../answer.ts';
import { FurrowError } from '../../furrow-error.ts';
import type { Timing } from './back-off.ts';
import { batchesOf } from './batches.ts';
import { type RetryingCaller, Halted } from './retrying-caller.ts';
import type { Item, Problem, Refused } from '../entry.ts';
import type { OutboxListener } from '../events.ts';
import { type AnyKind, type Kind, kindOf, KINDS } from '../kinds/index.ts';
import type { BulkKind, Receipt, Ref, Sender, SingleKind } from '../kinds/item-kind.ts';
import type { OutboxStore } from '../outbox-store.ts';
import { localIdOf, nameOf, Queue } from '../queue.ts';
import type { Receipts } from './receipts.ts';
import { SentItems } from './sent-items.ts';
import { verdictOf } from './verdict.ts';

type Single = SingleKind<unknown, object>;
type Bulk = BulkKind<unknown, object>;

/** How long to wait for a phone whose clock is ahead before a person is asked. */
const LATER_FOR_MS = 86_400_000;
/** After this many consecutive items that cause server errors, the server itself is considered faulty. */
const STUCK_IN_A_ROW = 3;

interface Result {
  readonly index: number;
  readonly clientEventId: string | null;
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
}

/** One run over an outbox: sends what can be sent, and stores the results. */
export class Delivery {
  readonly sums = { opened: 0, created: 0, repeated: 0, refused: 0 };
  readonly sent: Partial<Record<Kind, number>> = {};
  /** The server error of an item that was set aside during the run. */
  trouble: Halted | undefined;
  /** Items that are not tried again in this run. */
  readonly #resting = new Set<string>();
  readonly #sentItems: SentItems;
  #stuckInARow = 0;

  /** @param setbacks how often sending an item has failed, by its id; items with fewer failures go first */
  constructor(
    private readonly furrow: Furrow,
    private readonly store: OutboxStore,
    private readonly receipts: Receipts,
    private readonly caller: RetryingCaller,
    private readonly timing: Timing,
    private readonly emit: OutboxListener,
    private readonly signal: AbortSignal | undefined,
    private readonly setbacks: Map<string, number>,
  ) {
    this.#sentItems = new SentItems(store, receipts);
  }

  /** The error of a store that can be read but not written: everything was sent nevertheless. */
  get storeTrouble(): { readonly error: unknown } | undefined {
    return this.#sentItems.trouble;
  }

  /** @throws Halted */
  async run(): Promise<void> {
    const queue = new Queue(await this.#sentItems.load());
    const named = queue.named();
    const isNamed = (kind: string, localId: string) => named.has(nameOf({ kind, localId }));
    await this.#store(() => this.receipts.tidy(queue.entries, isNamed, this.timing.now()));
    while (await this.#pass()) continue;
  }

  /** @returns whether anything was sent, which may allow more items to be sent */
  async #pass(): Promise<boolean> {
    const queue = new Queue(await this.#sentItems.load(), this.#resting);
    for (const { entry, ref } of queue.unknown()) await this.#refuse([entry], unknownTo(ref));
    const ready = queue.ready();
    // Small items first: over a slow connection a photo may take minutes, or fail.
    const light = ready.filter(({ media }) => media === undefined);
    for (const kind of Object.keys(KINDS) as Kind[]) {
      const bulk = bulkOf(kind);
      if (bulk)
        await this.#sendAll(
          bulk,
          light.filter((item) => item.kind === kind),
          queue,
        );
    }
    for (const item of light) if (!bulkOf(item.kind)) await this.#sendOne(item, queue);
    const [heavy] = ready
      .filter(({ media }) => media !== undefined)
      .sort((a, b) => this.#setbacksOf(a) - this.#setbacksOf(b) || a.order - b.order);
    if (light.length === 0 && heavy) await this.#sendOne(heavy, queue);
    return ready.length > 0;
  }

  async #sendOne(item: Item, queue: Queue): Promise<void> {
    await this.#attempt([item], async () => {
      const kind = kindOf(item.kind) as Single;
      const files = item.media ? ((await this.store.media?.(item.id)) ?? []) : [];
      if (files.length !== (item.media?.length ?? 0)) return this.#refuse([item], MEDIA_MISSING);
      const sender = (signal: AbortSignal | undefined): Sender => {
        return { furrow: this.furrow, signal, idOf: idIn(queue), media: files };
      };
      const found = item.tried && (await kind.findSent?.(item.body, sender(this.signal)));
      if (found) return this.#settled([[item, found]], queue);
      if (item.media && !item.tried) await this.#store(() => this.store.put([{ ...item, tried: true }]));
      const { body, status, error } = {
        status: 0,
        ...(await this.caller.call(
          (signal) => kind.send(item.body, sender(signal)),
          (answer, code) => kind.receiptOf(answer, code) !== undefined,
        )),
      };
      this.caller.succeeded();
      if (!error) return this.#settled([[item, kind.receiptOf(body, status) as Receipt]], queue);
      if (kind.isDone?.(error, item.body)) return this.#settled([[item, { repeated: true }]], queue);
      await this.#turnedDown(item, error, queue);
    });
  }

  async #sendAll(kind: Bulk, items: readonly Item[], queue: Queue): Promise<void> {
    const wireOf = ({ body }: Item) => kind.bulk.wireOf(body, { idOf: idIn(queue) });
    for (const batch of batchesOf(items, wireOf))
      await this.#attempt(batch, () => this.#sendBatch(kind, batch, wireOf, queue));
  }

  async #sendBatch(
    kind: Bulk,
    batch: readonly Item[],
    wireOf: (item: Item) => object,
    queue: Queue,
  ): Promise<void> {
    const { body, error } = await this.caller.call(
      (signal) => kind.bulk.send(batch.map(wireOf), { furrow: this.furrow, signal }),
      (answer) => answersAll(batch, resultsIn(answer)),
    );
    if (!error) return this.#settleBatch(kind, batch, resultsIn(body) as readonly Result[], queue);
    this.caller.succeeded();
    const [only] = batch;
    if (only && batch.length === 1) return this.#turnedDown(only, error, queue);
    // The error of a whole call may be caused by one record.
    const middle = batch.length >> 1;
    await this.#sendBatch(kind, batch.slice(0, middle), wireOf, queue);
    await this.#sendBatch(kind, batch.slice(middle), wireOf, queue);
  }

  async #settleBatch(
    kind: Bulk,
    batch: readonly Item[],
    results: readonly Result[],
    queue: Queue,
  ): Promise<void> {
    const taken: [Item, Receipt][] = [];
    const turnedDown: [Item, FurrowError][] = [];
    let trouble: FurrowError | undefined;
    batch.forEach((item, index) => {
      const result = results[index] as Result;
      if (result.status < 300) {
        const serverId = (result as unknown as Record<string, unknown>)[kind.bulk.idMember];
        const repeated = result.status !== 201;
        taken.push([item, { repeated, ...(typeof serverId === 'string' && { serverId }) }]);
        return;
      }
      const error = FurrowError.ofResult(result);
      if (verdictOf(error) === 'again') trouble = error;
      else turnedDown.push([item, error]);
    });
    await this.#settled(taken, queue);
    for (const [item, error] of turnedDown) await this.#turnedDown(item, error, queue);
    if (taken.length + turnedDown.length > 0) this.caller.succeeded();
    if (trouble) await this.caller.failed(trouble);
  }

  async #settled(taken: readonly (readonly [Item, Receipt])[], queue: Queue): Promise<void> {
    if (taken.length === 0) return;
    const ids = taken.flatMap(([item, { serverId }]) => {
      const localId = localIdOf(item);
      const { kind } = item;
      return localId === undefined || serverId === undefined ? [] : [{ kind, localId, serverId }];
    });
    const items = taken.map(([item]) => item);
    await this.#sentItems.take(items, ids, queue, this.timing.now());
    this.#stuckInARow = 0;
    this.#count(taken, ids);
  }

  #count(
    taken: readonly (readonly [Item, Receipt])[],
    ids: readonly { kind: Kind; localId: string; serverId: string }[],
  ): void {
    const sent: Partial<Record<Kind, number>> = {};
    const sums = { opened: 0, created: 0, repeated: 0 };
    for (const [{ kind }, { repeated }] of taken) {
      sent[kind] = (sent[kind] ?? 0) + 1;
      this.sent[kind] = (this.sent[kind] ?? 0) + 1;
      if (kind === 'session') sums.opened++;
      if (kind === 'record') sums[repeated ? 'repeated' : 'created']++;
    }
    for (const member of ['opened', 'created', 'repeated'] as const) this.sums[member] += sums[member];
    this.emit({ type: 'sent', sent, ...sums, ids });
  }

  /** An item that causes a server error is set aside, and the run continues without it. */
  async #attempt(items: readonly Item[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Halted)) throw error;
      for (const item of items) this.setbacks.set(item.id, this.#setbacksOf(item) + 1);
      const { status } = error.reason;
      const isTheirs = status >= 500 && status !== 503 && error.retryAt === undefined;
      if (!isTheirs || ++this.#stuckInARow >= STUCK_IN_A_ROW) throw error;
      this.trouble = error;
      for (const { id } of items) this.#resting.add(id);
    }
  }

  async #turnedDown(item: Item, error: FurrowError, queue: Queue): Promise<void> {
    this.#stuckInARow = 0;
    const isYoung = this.timing.now() - Date.parse(item.queuedAt) < LATER_FOR_MS;
    const isLater = verdictOf(error) === 'later' && isYoung;
    // A waiting item will close the session that prevents this one.
    const isInTurn = error.code === 'session_already_open' && queue.isBehind(item);
    if (!isLater && !isInTurn) return this.#refuse([item], problemOf(error));
    this.#resting.add(item.id);
    await this.#store(() => this.store.put([{ ...item, problem: problemOf(error) }]));
  }

  async #refuse(items: readonly Item[], problem: Problem): Promise<void> {
    const refused = items.map((item): Refused => ({ ...item, state: 'refused', problem }));
    if (!(await this.#store(() => this.store.put(refused)))) {
      // The next run will be told the same.
      for (const { id } of items) this.#resting.add(id);
      return;
    }
    this.sums.refused += refused.length;
    for (const entry of refused) this.emit({ type: 'refused', entry });
  }

  #store(work: () => Promise<void>): Promise<boolean> {
    return this.#sentItems.attempt(work);
  }

  #setbacksOf({ id }: Item): number {
    return this.setbacks.get(id) ?? 0;
  }
}

const bulkOf = (kind: string): Bulk | undefined => {
  const known: AnyKind | undefined = kindOf(kind);
  return known?.bulk && known;
};

/** The ids of an item that is ready are all known. */
const idIn = (queue: Queue) => (ref: Ref) => queue.idOf(ref) ?? '';

const unknownTo = ({ kind, localId }: Ref): Problem => ({
  code: `${kind}_unknown`,
  message: `The outbox holds no ${kind} by the name ${localId}.`,
  status: 0,
  facts: {},
});

const MEDIA_MISSING: Problem = {
  code: 'media_missing',
  message: 'The files of this item are no longer in the store.',
  status: 0,
  facts: {},
};

const problemOf = ({ code, message, status, details, facts }: FurrowError): Problem => ({
  ...{ code, status, facts },
  message: [message, ...details.map(({ field, message: what }) => `${field} ${what}`)].join(' '),
  ...(details.length > 0 && { details }),
});

/** A proxy may have answered, with anything. */
const resultsIn = (body: unknown) => (body as { data?: { results?: unknown } } | undefined)?.data?.results;

/** Whether the answer has a result for each record, and no others. */
function answersAll(batch: readonly Item[], results: unknown): boolean {
  if (!Array.isArray(results) || results.length !== batch.length) return false;
  return (results as readonly Result[]).every(
    ({ index, clientEventId, status }, i) =>
      index === i &&
      typeof status === 'number' &&
      (clientEventId === null || clientEventId === localIdOf(batch[i] as Item)),
  );
}
