import type { Socket } from 'node:net';
import type { FairSemaphore } from '@furrow/concurrency';
import type { WebSocket } from 'ws';
import type { CompanyTurns } from '../company-turns.ts';
import type { Destination } from './fast-path.ts';
import type { ConnectFacts, ProtocolViolation } from './packet-rules.ts';

/** In bytes. */
export interface PacketLimits {
  readonly maxPacketBytes: number;
  /** A CONNECT is small, and bounds what an unauthenticated client makes us keep. */
  readonly maxConnectBytes: number;
}

/** The memory of one company's connections, counted by an account of the memory budget. */
export interface MemoryShare {
  /** Whether to stop taking on more; `whenRoom` calls back when there is room. */
  readonly isFull: boolean;
  /** Adds bytes, or subtracts them if negative. */
  add(bytes: number): void;
  whenRoom(resume: () => void): void;
}

interface MemoryAccount {
  of(companyId: string): MemoryShare;
}

/** Bounds the memory of all streams. */
export interface StreamMemory {
  /** Received and not passed on. If full, nothing more is read. */
  readonly received: MemoryAccount;
  /** Passed on and not stored, counted by the receiver. If full, nothing more is passed on. */
  readonly queued: MemoryAccount;
  /** Large packets that are being read, in bytes. */
  readonly largePackets: FairSemaphore;
}

/** What all streams share. */
export interface StreamHost {
  readonly limits: PacketLimits;
  readonly memory: StreamMemory;
  readonly brokerTurns: CompanyTurns;
  /** The cause of an error of the stream's reader: an error that the client has caused is a violation. */
  causeOf(error: Error | null): Error | null;
  onViolation(violation: ProtocolViolation): void;
}

export interface StreamSockets {
  readonly webSocket: WebSocket;
  /** The socket under the WebSocket. */
  readonly network: Socket;
}

/** The decisions of a stream's connection. */
export interface StreamOwner<Kind> extends Destination<Kind> {
  readonly companyId: string;
  /** @throws ProtocolViolation if its will is not allowed */
  onConnect(facts: ConnectFacts): void;
  /**
   * PUBACK, PUBREC or PUBCOMP has arrived.
   * @throws ProtocolViolation if nothing sent is acknowledged this way
   */
  onAcknowledgement(type: number, packetId: number): void;
}
