import type { Answer, Furrow } from '../../answer.ts';
import type { FurrowError } from '../../furrow-error.ts';
import type { Media, NewMedia } from '../media.ts';

/** Refers to another item by its kind and local id. */
export interface Ref {
  readonly kind: string;
  readonly localId: string;
}

/** An item as other kinds see it. */
export interface QueuedItem {
  readonly kind: string;
  readonly order: number;
  readonly body: object;
}

/** What the queue offers a kind. */
export interface QueueView<Item extends QueuedItem = QueuedItem> {
  /** Earlier items of a kind that are not at the server yet, including refused ones. */
  earlier(kind: string): readonly Item[];
  /** The server's id, if known. */
  idOf(ref: Ref): string | undefined;
  find(ref: Ref): Item | undefined;
}

/** The items that must be dealt with before an item may be sent. */
export interface Predecessors<Item extends QueuedItem = QueuedItem> {
  /** The item is held while one of these is refused. */
  readonly must?: readonly Item[];
  /** The item waits for these only while they make progress; if one is stuck, the server decides. */
  readonly should?: readonly Item[];
}

/** What is needed to send an item. */
export interface Sender {
  readonly furrow: Furrow;
  readonly signal: AbortSignal | undefined;
  /** The server's id; only for refs that `needs` returned. */
  readonly idOf: (ref: Ref) => string;
  /** The item's files. */
  readonly media: readonly Media[];
}

/** The server's answer for an item that it has. */
export interface Receipt {
  /** The server's id, if later items may need it. */
  readonly serverId?: string;
  /** The server already had it. */
  readonly repeated: boolean;
}

/** Creates ids and instants. */
export interface Stamp {
  id(): string;
  now(): string;
}

interface KindOfItem<New, Body extends object> {
  /** The member of the body that makes repeats recognizable, and by which later items refer to this one. */
  readonly key?: string;
  /** Completes what the app passes, including key and instant. */
  prepare(item: New, stamp: Stamp): Body;
  /** The files of an item, which are not part of the body. */
  mediaOf?(item: New): readonly NewMedia[];
  /** The items whose server ids are needed before this one can be sent. */
  needs(body: Body): readonly Ref[];
  after?<Item extends QueuedItem>(body: Body, queue: QueueView<Item>): Predecessors<Item>;
}

/** A kind of item with a call of its own. To add one, write a file like those here and add it to `index.ts`. */
export interface SingleKind<New, Body extends object> extends KindOfItem<New, Body> {
  readonly bulk?: undefined;
  send(body: Body, sender: Sender): Promise<Answer>;
  /** Called instead of sending files again after an attempt without an answer. */
  findSent?(body: Body, sender: Sender): Promise<Receipt | undefined>;
  /** @returns undefined if a success lacks what it must have, so that it is not the API's answer */
  receiptOf(answer: unknown, status: number): Receipt | undefined;
  /** Whether a refusal means that the requested state already exists. */
  isDone?(error: FurrowError, body: Body): boolean;
}

/** A kind of item that is sent in bulk, each item with its own result. */
export interface BulkKind<New, Body extends object> extends KindOfItem<New, Body> {
  readonly key: string;
  readonly bulk: {
    /** The item in the form that the API accepts. */
    wireOf(body: Body, sender: Pick<Sender, 'idOf'>): object;
    send(items: readonly object[], sender: Pick<Sender, 'furrow' | 'signal'>): Promise<Answer>;
    /** The member of a result that holds the server's id. */
    readonly idMember: string;
  };
}

export type ItemKind<New, Body extends object> = SingleKind<New, Body> | BulkKind<New, Body>;

/** `data` of an answer, whatever its origin. */
export function dataOf(answer: unknown): Readonly<Record<string, unknown>> {
  const data = (answer as { data?: unknown } | null | undefined)?.data;
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
}

/** The receipt from `data[member]`; 200 means that it existed, 201 that it is new. */
export function receiptWith(member: string, answer: unknown, status: number): Receipt | undefined {
  const serverId = dataOf(answer)[member];
  return typeof serverId === 'string' ? { serverId, repeated: status !== 201 } : undefined;
}
