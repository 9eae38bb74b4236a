import type { ItemBody, Kind } from './kinds/index.ts';

/** Why an item was not accepted. */
export interface Problem {
  /**
   * The server's code, or `session_unknown`, `worker_unknown`, `record_unknown`: the outbox has nothing with the local
   * id that the item refers to; `media_missing`: its files are no longer in the store.
   */
  readonly code: string;
  readonly message: string;
  /** The HTTP status; 0 if the server was not asked. */
  readonly status: number;
  /** Other members of the answer, such as the `sessionId` of the session that prevents this one. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Every wrong field, for `validation_failed`. */
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

interface Stored {
  readonly id: string;
  /** The order in which items were added. */
  readonly order: number;
  /** When it was stored, or last retried by a person: ISO 8601. */
  readonly queuedAt: string;
}

interface ItemOf<K extends Kind> extends Stored {
  readonly kind: K;
  /** `refused` waits for a person: sending it again does not help. */
  readonly state: 'waiting' | 'refused';
  readonly body: ItemBody<K>;
  /** The files stored with it. */
  readonly media?: readonly { readonly field: string; readonly size: number }[];
  /** Its files were sent before; whether they arrived is unknown. */
  readonly tried?: true;
  readonly problem?: Problem;
}

/** An added item, until the server has it. */
export type Item = { [K in Kind]: ItemOf<K> }[Kind];
export type ItemEntry<K extends Kind> = Extract<Item, { readonly kind: K }>;
export type RecordEntry = ItemEntry<'record'>;
export type SessionEntry = ItemEntry<'session'>;

/** The server's ids of sent items by their local ids, which later items may refer to. */
export interface ReceiptsEntry extends Stored {
  readonly kind: 'receipts';
  readonly of: string;
  /** By local id; `at` is in milliseconds since 1970. */
  readonly ids: Readonly<Record<string, { readonly serverId: string; readonly at: number }>>;
}

/** The form in which development builds before 0.1.0 stored an opened session; it is read as a receipt. */
export interface OpenedSession extends Stored {
  readonly kind: 'session';
  readonly state: 'opened';
  readonly sessionId: string;
  readonly body: { readonly localId: string };
}

/** What an outbox stores: plain JSON. */
export type Entry = Item | ReceiptsEntry | OpenedSession;

/** An item that waits for a person: sending it again does not help. */
export type Refused = Item & { readonly problem: Problem };

/** An item that waits because it depends on a refused one. */
export interface Held {
  readonly entry: Item;
  readonly by: Refused;
}

export const isItem = (entry: Entry): entry is Item => entry.kind !== 'receipts' && entry.state !== 'opened';

export const isRefused = (entry: Item): entry is Refused => entry.state === 'refused';
