import type { FurrowError } from '../furrow-error.ts';
import type { Entry, Refused } from './entry.ts';

/** What one sync did. */
export interface SyncReport {
  /** Sessions that are open now. */
  readonly opened: number;
  /** Records that the server made, and those it had already. */
  readonly created: number;
  readonly repeated: number;
  /** Entries that wait for a person from now on. */
  readonly refused: number;
  /** Entries still to be sent; 0 when all is done. */
  readonly waiting: number;
  /** Why the sync ended with entries still waiting, where it was not for their sake. */
  readonly error?: FurrowError;
  /** When the server wants to be asked again, where it said so and the sync did not wait for it. */
  readonly retryAt?: Date;
}

export type OutboxEvent =
  | { readonly type: 'stored'; readonly entry: Entry }
  /** The server has answered for these. */
  | { readonly type: 'sent'; readonly opened: number; readonly created: number; readonly repeated: number }
  | { readonly type: 'refused'; readonly entry: Refused }
  | { readonly type: 'pausing'; readonly ms: number; readonly error: FurrowError }
  | { readonly type: 'synced'; readonly report: SyncReport };

export type OutboxListener = (event: OutboxEvent) => void;
