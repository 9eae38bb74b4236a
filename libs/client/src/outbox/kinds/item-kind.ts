import type { Answer, Furrow } from '../../answer.ts';
import type { FurrowError } from '../../furrow-error.ts';
import type { Media, NewMedia } from '../media.ts';

/** Names another item, by its kind and the name that the phone gave it. */
export interface Ref {
  readonly kind: string;
  readonly localId: string;
}

/** An item as its kind sees others. */
export interface QueuedItem {
  readonly kind: string;
  readonly order: number;
  readonly body: object;
}

/** What an item may ask of the queue it waits in. */
export interface QueueView<Item extends QueuedItem = QueuedItem> {
  /** Those of one kind that happened earlier and are not at the server yet, refused ones among them. */
  earlier(kind: string): readonly Item[];
  /** The server's id, once it is known. */
  idOf(ref: Ref): string | undefined;
  find(ref: Ref): Item | undefined;
}

/** What has to be dealt with before an item may be sent. */
export interface Predecessors<Item extends QueuedItem = QueuedItem> {
  /** Held while one of these is refused. */
  readonly must?: readonly Item[];
  /** Waited for only as long as they move: while one of these is stuck, the server decides. */
  readonly should?: readonly Item[];
}

/** What an item is sent with. */
export interface Sender {
  readonly furrow: Furrow;
  readonly signal: AbortSignal | undefined;
  /** The server's id; only for what `needs` named. */
  readonly idOf: (ref: Ref) => string;
  /** The item's files. */
  readonly media: readonly Media[];
}

/** What the server said of an item that it has. */
export interface Receipt {
  /** The server's id of it, where later items may need one. */
  readonly serverId?: string;
  /** It was there already. */
  readonly repeated: boolean;
}

/** Makes ids and instants. */
export interface Stamp {
  id(): string;
  now(): string;
}

interface KindOfItem<New, Body extends object> {
  /** Member of the body that makes a repeat known as one, and by which later items name this one. */
  readonly key?: string;
  /** Completes what the app gives, with its key and its moment among it. */
  prepare(item: New, stamp: Stamp): Body;
  /** Files that come with an item; the body does not hold them. */
  mediaOf?(item: New): readonly NewMedia[];
  /** What must have the server's id before this can be sent. */
  needs(body: Body): readonly Ref[];
  after?<Item extends QueuedItem>(body: Body, queue: QueueView<Item>): Predecessors<Item>;
}

/** A kind of item with a call of its own. To add one, write a file like those here and name it in `index.ts`. */
export interface SingleKind<New, Body extends object> extends KindOfItem<New, Body> {
  readonly bulk?: undefined;
  send(body: Body, sender: Sender): Promise<Answer>;
  /** Asked instead of sending files again after a try that nobody answered. */
  findSent?(body: Body, sender: Sender): Promise<Receipt | undefined>;
  /** @returns undefined where a success does not hold what it should, so that it is not the API's answer */
  receiptOf(answer: unknown, status: number): Receipt | undefined;
  /** Whether a refusal says that what was wanted is so already. */
  isDone?(error: FurrowError, body: Body): boolean;
}

/** A kind of item that is sent many at a time, each with a result of its own. */
export interface BulkKind<New, Body extends object> extends KindOfItem<New, Body> {
  readonly key: string;
  readonly bulk: {
    /** The item as the API takes it. */
    wireOf(body: Body, sender: Pick<Sender, 'idOf'>): object;
    send(items: readonly object[], sender: Pick<Sender, 'furrow' | 'signal'>): Promise<Answer>;
    /** Member of a result that holds the server's id. */
    readonly idMember: string;
  };
}

export type ItemKind<New, Body extends object> = SingleKind<New, Body> | BulkKind<New, Body>;

/** `data` of an answer, whoever gave it. */
export function dataOf(answer: unknown): Readonly<Record<string, unknown>> {
  const data = (answer as { data?: unknown } | null | undefined)?.data;
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
}

/** The receipt that `data[member]` makes; 200 tells what was there, 201 what is new. */
export function receiptWith(member: string, answer: unknown, status: number): Receipt | undefined {
  const serverId = dataOf(answer)[member];
  return typeof serverId === 'string' ? { serverId, repeated: status !== 201 } : undefined;
}
