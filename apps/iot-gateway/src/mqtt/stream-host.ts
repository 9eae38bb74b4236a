import type { Socket } from 'node:net';
import type { FairSemaphore } from '@furrow/platform';
import type { WebSocket } from 'ws';
import type { BrokerTurns } from './broker-turns.ts';
import type { ConnectFacts, ProtocolViolation } from './packet-rules.ts';
import type { Destination } from './shortcut.ts';

export interface StreamLimits {
  readonly maxPacketBytes: number;
  /** A CONNECT is small; so is what a stranger may make us keep. */
  readonly maxConnectBytes: number;
}

/** What of all connections is in memory, as far as it concerns one company. */
export interface StreamMemory {
  /** Too much to read on; `whenRoom` calls back when it is not. */
  readonly isFull: boolean;
  /** Too much of it is on its way into the database to pass on more; likewise. */
  readonly isBusy: boolean;
  /** Counts bytes that were received, and their passing on (negative). */
  keepWaiting(bytes: number): void;
  whenRoom(resume: () => void): void;
}

/** What a stream asks of its surroundings, the same for all. */
export interface StreamHost {
  readonly limits: StreamLimits;
  /** What large packets that are being read take up together, in bytes. */
  readonly largePackets: FairSemaphore;
  readonly brokerTurns: BrokerTurns;
  memoryOf(companyId: string): StreamMemory;
  onViolation(violation: ProtocolViolation): void;
}

export interface StreamSockets {
  readonly webSocket: WebSocket;
  /** What the WebSocket runs over. */
  readonly network: Socket;
}

/** What the connection behind a stream decides. */
export interface StreamOwner extends Destination {
  readonly companyId: string;
  /** @throws ProtocolViolation when a will may not be left there */
  onConnect(facts: ConnectFacts): void;
  /**
   * PUBACK, PUBREC or PUBCOMP has come.
   * @throws ProtocolViolation where nothing that was sent is acknowledged so
   */
  onAcknowledgement(type: number, packetId: number): void;
}
