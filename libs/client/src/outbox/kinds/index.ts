import { closing } from './closing.ts';
import { formRecord } from './form-record.ts';
import type { ItemKind } from './item-kind.ts';
import { record } from './record.ts';
import { session } from './session.ts';
import { shift, shiftEnd } from './shift.ts';
import { treatment } from './treatment.ts';
import { voiding } from './voiding.ts';
import { worker } from './worker.ts';

/** Every kind of item that an outbox stores, by its stored name. */
export const KINDS = {
  ...{ session, worker, record, void: voiding, close: closing },
  ...{ shift, shiftEnd, form: formRecord, treatment },
};

export type Kind = keyof typeof KINDS;
/** What an app passes for an item, and what is stored of it. */
export type NewItem<K extends Kind> = (typeof KINDS)[K] extends ItemKind<infer New, infer _> ? New : never;
export type ItemBody<K extends Kind> = (typeof KINDS)[K] extends ItemKind<infer _, infer Body> ? Body : never;

/** A kind whose items are handled generically. */
export type AnyKind = ItemKind<unknown, object>;

/** @returns undefined for a kind of a newer version of this client */
export const kindOf = (name: string): AnyKind | undefined =>
  Object.hasOwn(KINDS, name) ? (KINDS as unknown as Record<string, AnyKind>)[name] : undefined;
