import type { FarmEvent, Hearer } from '../../domain/index.ts';
import type { LogPlace } from '../ports.ts';

/** Where a listener's events go. Nothing here waits, and nothing throws: whoever does not take what is sent is cut off. */
export abstract class EventSink {
  /** The answer begins. */
  abstract open(): void;
  /** The same list is given to all who hear the same, so that it is written out once. */
  abstract send(events: readonly FarmEvent[]): void;
  /** What was missed before this cannot be told. */
  abstract reset(): void;
  /** Shows that the line is alive. */
  abstract beat(): void;
  abstract end(): void;
  /** @returns whether there is still somebody, once there is room for more */
  abstract room(): Promise<boolean>;
}

/** Somebody who listens to the events of a company. */
export interface Listening extends Hearer {
  readonly companyId: string;
  /** When the credential ends, and the stream with it. */
  readonly until: Date;
}

/** One stream that is open. */
export interface Listener extends Listening {
  readonly sink: EventSink;
  /** Behind this act what was sent already; undefined for whoever has heard all that was read. */
  sentTo: LogPlace | undefined;
}

/** @returns below 0 where `a` comes before `b` */
export function comparePlaces(a: LogPlace, b: LogPlace): number {
  const [x, y] = [BigInt(a.xid), BigInt(b.xid)];
  return x === y ? a.entryId - b.entryId : x < y ? -1 : 1;
}
