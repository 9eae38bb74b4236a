import type { FurrowError } from '../furrow-error.ts';
import type { Held, Item, Refused } from './entry.ts';
import type { Kind } from './kinds/index.ts';

/** Items that the server has answered for. */
export interface Sent {
  /** By their kinds; what none was sent of is left out. */
  readonly sent: Readonly<Partial<Record<Kind, number>>>;
  /** Sessions that are open now. */
  readonly opened: number;
  /** Records that the server made, and those it had already. */
  readonly created: number;
  readonly repeated: number;
}

/** What one sync did. */
export interface SyncReport extends Sent {
  /** Items that wait for a person from now on. */
  readonly refused: number;
  /** Items still to be sent; 0 when all is done. */
  readonly waiting: number;
  /** Those of them that wait for a person to look at another item. */
  readonly held: number;
  /** Why the sync ended with items still waiting, where it was not for their sake. */
  readonly error?: FurrowError;
  /** When the server wants to be asked again, where it said so and the sync did not wait for it. */
  readonly retryAt?: Date;
}

export type OutboxEvent =
  | { readonly type: 'stored'; readonly entry: Item }
  /** The server has answered for these; `ids` are its own, by the phone's. */
  | (Sent & {
      readonly type: 'sent';
      readonly ids: readonly { readonly kind: Kind; readonly localId: string; readonly serverId: string }[];
    })
  | { readonly type: 'refused'; readonly entry: Refused }
  | { readonly type: 'pausing'; readonly ms: number; readonly error: FurrowError }
  /** After a sync: what waits because another item was refused. */
  | { readonly type: 'held'; readonly held: readonly Held[] }
  | { readonly type: 'synced'; readonly report: SyncReport };

export type OutboxListener = (event: OutboxEvent) => void;
