import type { ItemBody, Kind } from './kinds/index.ts';

/** Why an item was not taken. */
export interface Problem {
  /**
   * The server's, or `session_unknown`, `worker_unknown`, `record_unknown`: the outbox holds nothing by the name that
   * the item gives; `media_missing`: its files are not in the store any more.
   */
  readonly code: string;
  readonly message: string;
  /** Of HTTP; 0 where the server was not asked. */
  readonly status: number;
  /** What else the server told, such as the `sessionId` that is in the way. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Every wrong field, for `validation_failed`. */
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

interface Stored {
  readonly id: string;
  /** Items happened in this order. */
  readonly order: number;
  /** When it was stored, or last retried by a person: ISO 8601. */
  readonly queuedAt: string;
}

interface ItemOf<K extends Kind> extends Stored {
  readonly kind: K;
  /** `refused` waits for a person: the server will not take it however often it is sent. */
  readonly state: 'waiting' | 'refused';
  readonly body: ItemBody<K>;
  /** Files that are kept beside it. */
  readonly media?: readonly { readonly field: string; readonly size: number }[];
  /** Its files were on their way before; whether they arrived is not known. */
  readonly tried?: true;
  readonly problem?: Problem;
}

/** What was put in, until the server has it. */
export type Item = { [K in Kind]: ItemOf<K> }[Kind];
export type ItemEntry<K extends Kind> = Extract<Item, { readonly kind: K }>;
export type RecordEntry = ItemEntry<'record'>;
export type SessionEntry = ItemEntry<'session'>;

/** The server's ids of what it has, by the phone's own names: later items may still give those. */
export interface ReceiptsEntry extends Stored {
  readonly kind: 'receipts';
  readonly of: string;
  /** By local id; when is in milliseconds since 1970. */
  readonly ids: Readonly<Record<string, { readonly serverId: string; readonly at: number }>>;
}

/** How 0.1.0 kept a session that was opened; it is read as a receipt. */
export interface OpenedSession extends Stored {
  readonly kind: 'session';
  readonly state: 'opened';
  readonly sessionId: string;
  readonly body: { readonly localId: string };
}

/** What an outbox stores: plain JSON. */
export type Entry = Item | ReceiptsEntry | OpenedSession;

/** What waits for a person: the server will not take it however often it is sent. */
export type Refused = Item & { readonly problem: Problem };

/** What waits because of another item, which was refused. */
export interface Held {
  readonly entry: Item;
  readonly by: Refused;
}

export const isItem = (entry: Entry): entry is Item => entry.kind !== 'receipts' && entry.state !== 'opened';

export const isRefused = (entry: Item): entry is Refused => entry.state === 'refused';
