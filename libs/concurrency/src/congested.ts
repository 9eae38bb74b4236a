import { DomainError } from '@furrow/kernel';

/** Requests of a company arrive faster than they can be served, and those that wait are enough already. */
export class Congested extends DomainError {
  override readonly code = 'overloaded';
  constructor() {
    super('The service has more requests than it can process right now.');
  }
}

/** Requests that wait for the same thing, in order of arrival. */
export interface Queue {
  readonly length: number;
  /** How long the first one has waited, milliseconds; 0 if none waits. */
  readonly oldestMs: number;
  /** How many can be served at once. */
  readonly served: number;
}

/** A queue of so many times what can be served at once is long: a few clients do not fill it while PostgreSQL pauses. */
const LONG = 4;
/** A burst is over by then: a long queue that lasts longer is overload, and a late refusal is of no use. */
const LONG_QUEUE_MS = 250;
/** A shorter queue moves on as soon as slow requests have ended. */
const SHORT_QUEUE_MS = 2_000;

/** Whether a new request would wait for others that wait already. */
export const isBusy = ({ length, served }: Queue): boolean => length >= served;

/** Whether those that wait have waited for so long that a new request is better refused. */
export function isCongested(queue: Queue): boolean {
  return isStuck(queue) || isLong(queue);
}

/** Whether more wait than a busy moment leaves behind, for longer than it lasts. */
export function isLong({ length, oldestMs, served }: Queue): boolean {
  return length >= LONG * served && oldestMs > LONG_QUEUE_MS;
}

/** Whether it hardly moves, so that even a request that was let in is better refused. */
export function isStuck({ oldestMs }: Queue): boolean {
  return oldestMs > SHORT_QUEUE_MS;
}
