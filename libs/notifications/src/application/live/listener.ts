import type { FarmEvent, Recipient } from '../../domain/index.ts';
import type { LogPosition } from '../ports.ts';

/** The output of a listener. No method waits or throws: a listener that does not read is disconnected. */
export abstract class EventSink {
  /** Starts the answer. */
  abstract open(): void;
  /** Listeners of the same events get the same list, so that it is serialized once. */
  abstract send(events: readonly FarmEvent[]): void;
  /** Earlier events cannot be sent. */
  abstract reset(): void;
  /** Shows that the connection is alive. */
  abstract heartbeat(): void;
  abstract end(): void;
  /** @returns whether the listener is still connected, once there is room for more */
  abstract room(): Promise<boolean>;
}

/** A user who listens to the events of a company. */
export interface Listening extends Recipient {
  readonly companyId: string;
  /** When the credential, and with it the stream, ends. */
  readonly until: Date;
}

/** A stream. */
export interface Listener extends Listening {
  readonly sink: EventSink;
  /** Its answer has started: nothing may be written before that. */
  isOpen: boolean;
  /** The act up to which events were sent; undefined for a listener that has caught up. */
  sentTo: LogPosition | undefined;
}

/** After everything: acts read meanwhile are sent by catching up. */
export const NOTHING_YET: LogPosition = { xid: String(2n ** 64n), entryId: 0 };

const NODE_BITS = 48n;

/**
 * @returns a negative number if `a` comes before `b`. An act of another node comes later: the company has moved there
 */
export function comparePositions(a: LogPosition, b: LogPosition): number {
  if (b !== NOTHING_YET && BigInt(a.xid) >> NODE_BITS !== BigInt(b.xid) >> NODE_BITS) return 1;
  const [x, y] = [BigInt(a.xid), BigInt(b.xid)];
  return x === y ? a.entryId - b.entryId : x < y ? -1 : 1;
}
