import { type Entry, type Held, isItem, isRefused, type Item, type Refused } from './entry.ts';
import { kindOf } from './kinds/index.ts';
import type { QueueView, Ref } from './kinds/item-kind.ts';

/**
 * The state of a waiting item:
 * - `ready` it can be sent now
 * - `coming` an item that it depends on can be sent now
 * - `resting` it, or an item that it depends on, is not tried again in this sync
 * - `held` an item that it depends on was refused
 * - `unknown` there is no item with the local id that it refers to
 */
type Status =
  | { readonly is: 'ready' | 'coming' | 'resting' }
  | { readonly is: 'held'; readonly by: Refused }
  | { readonly is: 'unknown'; readonly ref: Ref };

const READY: Status = { is: 'ready' };
const COMING: Status = { is: 'coming' };
const RESTING: Status = { is: 'resting' };

/** A snapshot of an outbox in order, with the dependencies between its items. */
export class Queue implements QueueView<Item> {
  readonly items: readonly Item[];
  readonly #byKind = new Map<string, Item[]>();
  readonly #byName = new Map<string, Item>();
  readonly #serverIds = new Map<string, string>();
  readonly #statuses = new Map<string, Status>();

  /** @param resting ids of items that are not tried again in this sync */
  constructor(
    readonly entries: readonly Entry[],
    private readonly resting: ReadonlySet<string> = new Set(),
  ) {
    this.items = entries.filter(isItem).sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
    for (const item of this.items) {
      const ofKind = this.#byKind.get(item.kind);
      if (ofKind) ofKind.push(item);
      else this.#byKind.set(item.kind, [item]);
      const localId = localIdOf(item);
      if (localId !== undefined) this.#name(nameOf({ kind: item.kind, localId }), item);
    }
    for (const entry of entries) this.#readReceipts(entry);
  }

  get waiting(): Item[] {
    return this.items.filter(({ state }) => state === 'waiting');
  }

  get refused(): Refused[] {
    return this.items.filter(isRefused);
  }

  /** Items that can be sent now, in order. */
  ready(): Item[] {
    return this.waiting.filter((item) => this.#statusOf(item).is === 'ready');
  }

  /** Items that wait because they depend on a refused one. */
  held(): Held[] {
    return this.waiting.flatMap((entry) => {
      const status = this.#statusOf(entry);
      return status.is === 'held' ? [{ entry, by: status.by }] : [];
    });
  }

  /** Items that refer to something that does not exist here. */
  unknown(): { entry: Item; ref: Ref }[] {
    return this.waiting.flatMap((entry) => {
      const status = this.#statusOf(entry);
      return status.is === 'unknown' ? [{ entry, ref: status.ref }] : [];
    });
  }

  /** Whether an earlier item still has to be dealt with, whatever its state. */
  isBehind(item: Item): boolean {
    const { must, should } = this.#predecessors(item);
    return must.length + should.length > 0;
  }

  /**
   * Local ids that items here refer to.
   * @param sent items that need no others any more, by id
   */
  named(sent: ReadonlyMap<string, Item> = new Map()): Set<string> {
    const items = this.items.filter(({ id }) => !sent.has(id));
    return new Set(items.flatMap((item) => needsOf(item).map(nameOf)));
  }

  all(ref: Ref): Item[] {
    return (this.#byKind.get(ref.kind) ?? []).filter((item) => localIdOf(item) === ref.localId);
  }

  earlier(kind: string): readonly Item[] {
    return (this.#byKind.get(kind) ?? []).filter(({ order }) => order < this.#asking);
  }

  idOf(ref: Ref): string | undefined {
    return this.#serverIds.get(nameOf(ref));
  }

  find(ref: Ref): Item | undefined {
    return this.#byName.get(nameOf(ref));
  }

  /** The order of the item whose predecessors are being determined. */
  #asking = Infinity;

  #statusOf(item: Item): Status {
    const known = this.#statuses.get(item.id);
    if (known) return known;
    // A circular dependency: the server decides.
    this.#statuses.set(item.id, RESTING);
    const status = this.#workOut(item);
    this.#statuses.set(item.id, status);
    return status;
  }

  #workOut(item: Item): Status {
    if (this.resting.has(item.id) || kindOf(item.kind) === undefined) return RESTING;
    const before: Status[] = [];
    for (const ref of needsOf(item)) {
      if (this.idOf(ref) !== undefined) continue;
      const target = this.find(ref);
      if (!target) return { is: 'unknown', ref };
      before.push(this.#statusOfPredecessor(target));
    }
    const { must, should } = this.#predecessors(item);
    before.push(...must.map((other) => this.#statusOfPredecessor(other)));
    const held = before.find(({ is }) => is === 'held');
    if (held) return held;
    if (before.some(({ is }) => is === 'resting')) return RESTING;
    const isMoving = (other: Item) => ['ready', 'coming'].includes(this.#statusOfPredecessor(other).is);
    return before.length > 0 || should.some(isMoving) ? COMING : READY;
  }

  #statusOfPredecessor(other: Item): Status {
    if (isRefused(other)) return { is: 'held', by: other };
    const status = this.#statusOf(other);
    return status.is === 'unknown' ? COMING : status;
  }

  #predecessors(item: Item): { must: readonly Item[]; should: readonly Item[] } {
    this.#asking = item.order;
    const { must = [], should = [] } = kindOf(item.kind)?.after?.(item.body, this) ?? {};
    return { must, should };
  }

  /** If two items have the same name, the one that may still be sent counts. */
  #name(name: string, item: Item): void {
    const known = this.#byName.get(name);
    if (!known || isRefused(known)) this.#byName.set(name, item);
  }

  #readReceipts(entry: Entry): void {
    if (entry.kind === 'receipts')
      for (const [localId, { serverId }] of Object.entries(entry.ids))
        this.#serverIds.set(nameOf({ kind: entry.of, localId }), serverId);
    else if (entry.state === 'opened')
      this.#serverIds.set(nameOf({ kind: 'session', localId: entry.body.localId }), entry.sessionId);
  }
}

export const nameOf = ({ kind, localId }: Ref): string => `${kind}/${localId}`;

export function localIdOf({ kind, body }: Item): string | undefined {
  const key = kindOf(kind)?.key;
  return key === undefined ? undefined : (body as unknown as Record<string, string>)[key];
}

const needsOf = ({ kind, body }: Item): readonly Ref[] => kindOf(kind)?.needs(body) ?? [];
