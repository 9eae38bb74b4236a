import type { Child } from '@furrow/testbed/load';
import type { Stage } from '../stage/stage.ts';

export type ListenersOrder =
  | {
      readonly what: 'open';
      readonly url: string;
      /** One stream for each. */
      readonly jwts: readonly string[];
      /** Whether the streams read their events; the others read the head of the answer only. */
      readonly reading: boolean;
    }
  /** Waits until every reading stream has received this many more events. */
  | { readonly what: 'hear'; readonly events: number }
  /** Closes the streams that do not read. */
  | { readonly what: 'leave' };

export interface Heard {
  /** Number of open streams. */
  readonly streams: number;
  /**
   * 99th percentile over all streams, in milliseconds, from the event's own instant (before its commit) to its arrival.
   */
  readonly p99: number;
}

export type EventListeners = Child<ListenersOrder, Heard>;

export function startListeners(stage: Stage): EventListeners {
  return stage.start<ListenersOrder, Heard>('The listeners', 'load/event-listeners-process');
}
