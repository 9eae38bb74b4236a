import { FairSemaphore } from '@furrow/concurrency';
import { Injectable } from '@nestjs/common';
import { MemoryAccount } from './memory-account.ts';

const MIB = 1_048_576;
const LARGE_PACKET_TIMEOUT_MS = 30_000;

/** Of all connections together, in bytes. */
const LIMITS = {
  received: 48 * MIB,
  queued: 48 * MIB,
  decoded: 8 * MIB,
  largePackets: 64 * MIB,
  unread: 64 * MIB,
};

/**
 * Bounds everything that devices can make the gateway keep in memory, whatever they send and however many they are. A
 * packet is on the first account until it is passed on and on the second until it is stored; while its readings are
 * being stored, it is on the third as well.
 */
@Injectable()
export class MemoryBudget {
  /** Packets that wait to be passed on. If full, nothing more is read from the network. */
  readonly received = new MemoryAccount(LIMITS.received);
  /** Messages in the queues of their devices, including the broker's part. If full, no packet is passed on. */
  readonly queued = new MemoryAccount(LIMITS.queued);
  /** Payloads whose readings are in memory, which take several times as much. If full, no batch is started. */
  readonly decoded = new MemoryAccount(LIMITS.decoded);
  /** Packets larger than a connection's window, from their first bytes on. Without permits their connections wait. */
  readonly largePackets = new FairSemaphore({
    permits: LIMITS.largePackets,
    timeoutMs: LARGE_PACKET_TIMEOUT_MS,
  });
  /** Bytes sent and not read by clients. Beyond it the connections with most unread bytes are closed. */
  readonly unreadLimit = LIMITS.unread;

  /** Received and not stored yet. */
  get unstoredBytes(): number {
    return this.received.bytes + this.queued.bytes;
  }
}
