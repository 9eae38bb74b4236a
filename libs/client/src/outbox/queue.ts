import { type Entry, type Held, isItem, isRefused, type Item, type Refused } from './entry.ts';
import { kindOf } from './kinds/index.ts';
import type { QueueView, Ref } from './kinds/item-kind.ts';

/**
 * How far a waiting item is:
 * - `ready` it can be sent now
 * - `coming` what it depends on can be
 * - `resting` it, or what it depends on, is not tried again in this sync
 * - `held` what it depends on was refused
 * - `unknown` nothing here goes by the name that it gives
 */
type Status =
  | { readonly is: 'ready' | 'coming' | 'resting' }
  | { readonly is: 'held'; readonly by: Refused }
  | { readonly is: 'unknown'; readonly ref: Ref };

const READY: Status = { is: 'ready' };
const COMING: Status = { is: 'coming' };
const RESTING: Status = { is: 'resting' };

/** What an outbox held at one moment, in the order in which it happened, and what of it depends on what. */
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

  /** What can be sent now, in its order. */
  ready(): Item[] {
    return this.waiting.filter((item) => this.#statusOf(item).is === 'ready');
  }

  /** What waits for a person to look at another item. */
  held(): Held[] {
    return this.waiting.flatMap((entry) => {
      const status = this.#statusOf(entry);
      return status.is === 'held' ? [{ entry, by: status.by }] : [];
    });
  }

  /** What names something that is not here. */
  unknown(): { entry: Item; ref: Ref }[] {
    return this.waiting.flatMap((entry) => {
      const status = this.#statusOf(entry);
      return status.is === 'unknown' ? [{ entry, ref: status.ref }] : [];
    });
  }

  /** Whether one that comes first still has to be dealt with, however it stands. */
  isBehind(item: Item): boolean {
    const { must, should } = this.#predecessors(item);
    return must.length + should.length > 0;
  }

  /** Local ids that items here give. */
  named(): Set<string> {
    return new Set(this.items.flatMap((item) => needsOf(item).map(nameOf)));
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

  /** The order of the item whose predecessors are asked for. */
  #asking = Infinity;

  #statusOf(item: Item): Status {
    const known = this.#statuses.get(item.id);
    if (known) return known;
    // Whoever asks for an item that is being looked at waits for itself, by way of others: the server decides.
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
      before.push(this.#standingOf(target));
    }
    const { must, should } = this.#predecessors(item);
    before.push(...must.map((other) => this.#standingOf(other)));
    const held = before.find(({ is }) => is === 'held');
    if (held) return held;
    if (before.some(({ is }) => is === 'resting')) return RESTING;
    const isMoving = (other: Item) => ['ready', 'coming'].includes(this.#standingOf(other).is);
    return before.length > 0 || should.some(isMoving) ? COMING : READY;
  }

  #standingOf(other: Item): Status {
    if (isRefused(other)) return { is: 'held', by: other };
    const status = this.#statusOf(other);
    return status.is === 'unknown' ? COMING : status;
  }

  #predecessors(item: Item): { must: readonly Item[]; should: readonly Item[] } {
    this.#asking = item.order;
    const { must = [], should = [] } = kindOf(item.kind)?.after?.(item.body, this) ?? {};
    return { must, should };
  }

  /** Of two by one name the one that may still be sent counts. */
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
