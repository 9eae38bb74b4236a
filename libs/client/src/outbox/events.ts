import type { FurrowError } from '../furrow-error.ts';
import type { Held, Item, Refused } from './entry.ts';
import type { Kind } from './kinds/index.ts';

/** Items that the server has. */
export interface Sent {
  /** By kind; kinds without sent items are left out. */
  readonly sent: Readonly<Partial<Record<Kind, number>>>;
  /** The number of sessions opened. */
  readonly opened: number;
  /** The number of records that the server created, and of those that it already had. */
  readonly created: number;
  readonly repeated: number;
}

/** The result of one sync. */
export interface SyncReport extends Sent {
  /** Items that now wait for a person. */
  readonly refused: number;
  /** Items still to be sent; 0 if everything was sent. */
  readonly waiting: number;
  /** Those of them that depend on a refused item. */
  readonly held: number;
  /** Why the sync ended early, if the reason was not in the items themselves. */
  readonly error?: FurrowError;
  /** When to sync again, if the server requested it and the sync did not wait. */
  readonly retryAt?: Date;
}

export type OutboxEvent =
  | { readonly type: 'stored'; readonly entry: Item }
  /** The server has these items; `ids` are its ids, by local id. */
  | (Sent & {
      readonly type: 'sent';
      readonly ids: readonly { readonly kind: Kind; readonly localId: string; readonly serverId: string }[];
    })
  | { readonly type: 'refused'; readonly entry: Refused }
  | { readonly type: 'pausing'; readonly ms: number; readonly error: FurrowError }
  /** After a sync: items that wait because they depend on a refused one. */
  | { readonly type: 'held'; readonly held: readonly Held[] }
  | { readonly type: 'synced'; readonly report: SyncReport };

export type OutboxListener = (event: OutboxEvent) => void;
