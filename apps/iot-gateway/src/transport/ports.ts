import type { Socket } from 'node:net';
import type { FairSemaphore } from '@furrow/platform';
import type { WebSocket } from 'ws';
import type { BrokerTurns } from './broker-turns.ts';
import type { Destination } from './fast-path.ts';
import type { ConnectFacts, ProtocolViolation } from './packet-rules.ts';

/** In bytes. */
export interface PacketLimits {
  readonly maxPacketBytes: number;
  /** A CONNECT is small; so is what a stranger may make us keep. */
  readonly maxConnectBytes: number;
}

/** What the connections of one company have in memory together, as an account of the memory budget counts it. */
export interface MemoryShare {
  /** Too much to take on more; `whenRoom` calls back when it is not. */
  readonly isFull: boolean;
  /** Counts bytes that are kept, negative when they no longer are. */
  add(bytes: number): void;
  whenRoom(resume: () => void): void;
}

interface MemoryAccount {
  of(companyId: string): MemoryShare;
}

/** What bounds the memory of all streams. */
export interface StreamMemory {
  /** Received and not passed on. Full: nothing more is read. */
  readonly received: MemoryAccount;
  /** Passed on and not stored; counted by whoever takes it. Full: nothing more is passed on. */
  readonly queued: MemoryAccount;
  /** Large packets that are being read, in bytes. */
  readonly largePackets: FairSemaphore;
}

/** What a stream asks of its surroundings, the same for all. */
export interface StreamHost {
  readonly limits: PacketLimits;
  readonly memory: StreamMemory;
  readonly brokerTurns: BrokerTurns;
  /** What an error of whoever reads the stream comes from: one that the client brought about is a violation. */
  causeOf(error: Error | null): Error | null;
  onViolation(violation: ProtocolViolation): void;
}

export interface StreamSockets {
  readonly webSocket: WebSocket;
  /** What the WebSocket runs over. */
  readonly network: Socket;
}

/** What the connection behind a stream decides. */
export interface StreamOwner<Kind> extends Destination<Kind> {
  readonly companyId: string;
  /** @throws ProtocolViolation when a will may not be left there */
  onConnect(facts: ConnectFacts): void;
  /**
   * PUBACK, PUBREC or PUBCOMP has come.
   * @throws ProtocolViolation where nothing that was sent is acknowledged so
   */
  onAcknowledgement(type: number, packetId: number): void;
}
