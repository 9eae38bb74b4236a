import type { Child } from '../stage/child.ts';
import type { Stage } from '../stage/stage.ts';

export type ListenersOrder =
  | {
      readonly what: 'open';
      readonly url: string;
      /** One stream each. */
      readonly jwts: readonly string[];
      /** Whether they read what comes; others take the head of the answer and nothing more. */
      readonly reading: boolean;
    }
  /** Waits until every stream that reads has had so many more events. */
  | { readonly what: 'hear'; readonly events: number }
  /** Closes the streams that do not read. */
  | { readonly what: 'leave' };

export interface Heard {
  /** Streams that are open. */
  readonly streams: number;
  /** Milliseconds from an event's own instant, which is before its commit, until a stream had it, of all streams. */
  readonly p99: number;
}

export type EventListeners = Child<ListenersOrder, Heard>;

export function startListeners(stage: Stage): EventListeners {
  const program = new URL('./event-listeners-process.js', import.meta.url);
  return stage.start<ListenersOrder, Heard>('The listeners', program);
}
