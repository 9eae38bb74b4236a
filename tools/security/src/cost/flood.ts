import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '@furrow/testbed/load';
import { BOUNDS } from './bounds.ts';
import { connectTo, drained, heard } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import { holding, type Target } from './measuring.ts';
import type { MemoryUse, Probe } from './probe.ts';

/** A large volume of input over a few connections, whose answers may remain unread. */
export interface Flood {
  readonly name: string;
  readonly connections: number;
  /** Sent first; each piece waits for data in answer to the one before. */
  readonly opening: (connection: number) => readonly Buffer[];
  /** Sent repeatedly. */
  readonly piece?: (connection: number, index: number) => Buffer;
  /** Sends one piece per turn of the event loop, so that each is answered separately. */
  readonly isTrickled?: boolean;
  /** The most that one connection sends. */
  readonly bytes?: number;
  readonly isRead: boolean;
}

const MIB = 1_048_576;
const MOST_BYTES = 4 * MIB;
/** A service that keeps its bounds stops a client that does not read long before. */
const POURS_FOR_MS = { unread: 30_000, read: 4_000 };
const TRICKLES_FOR_MS = 3_000;
/** A connection that accepts nothing for this long has been stopped, as it should be. */
const STOPPED_AFTER_MS = 600;
const ANSWERED_AFTER_MS = 200;
const OPENED_WITHIN_MS = 20_000;
const AT_ONCE = 50;
const LOOK_EVERY_MS = 500;
/**
 * Samples while queued input may still be processed; too short a time for the service to drop a client that does not
 * read.
 */
const UNREAD_LOOKS = 6;
/** Samples while the service finishes work or waits for close handshakes after all clients have disconnected. */
const KEPT_LOOKS = 80;

/** Floods a service. @param host its name in reports */
export async function floodCost(target: Target, flood: Flood, host: string, ledger: Ledger): Promise<void> {
  const { probe, url } = target;
  const before = await probe.settledMemory();
  let sockets: readonly Socket[] = [];
  let size = 0;
  try {
    const { heldMs, busiest } = await holding(target, async () => {
      hangUp(sockets);
      sockets = await openAll(url, flood);
      const sent = await Promise.all(sockets.map((socket, index) => pour(socket, flood, index, probe)));
      size = sent.reduce((sum, bytes) => sum + bytes, 0);
    });
    const tried = { target: host, shape: flood.name, size };
    ledger.note('heldMs', tried, heldMs, busiest);
    const unread = await settled(probe, before.used + BOUNDS.unreadBytes, UNREAD_LOOKS);
    ledger.note('unreadBytes', tried, unread.used - before.used);
    hangUp(sockets);
    const after = await settledBelow(target, before.used + BOUNDS.keptBytes);
    ledger.note('keptBytes', tried, after.used - before.used);
    ledger.note('keptResidentBytes', tried, after.resident - before.resident);
  } finally {
    hangUp(sockets);
  }
}

function hangUp(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

/** The memory kept after all pending work is finished. @param most bytes; keeps sampling for a while above it */
export const settledBelow = ({ probe, keptLooks = KEPT_LOOKS }: Target, most: number) =>
  settled(probe, most, keptLooks);

/** Samples again while memory is above the bound. */
async function settled(probe: Probe, most: number, looks: number): Promise<MemoryUse> {
  let memory = await probe.settledMemory();
  for (let look = 1; look < looks && memory.used > most; look++) {
    await sleep(LOOK_EVERY_MS);
    memory = await probe.settledMemory();
  }
  return memory;
}

async function openAll(url: string, flood: Flood): Promise<Socket[]> {
  const sockets: Socket[] = [];
  await inParallel(Array.from({ length: flood.connections }), AT_ONCE, async (_, connection) => {
    sockets[connection] = await open(url, flood, connection);
  });
  return sockets;
}

/** Pauses reading once the connection is open, unless the flood reads. */
async function open(url: string, { opening, isRead }: Flood, connection: number): Promise<Socket> {
  const socket = connectTo(url);
  socket.on('error', () => undefined);
  for (const bytes of opening(connection)) {
    socket.write(bytes);
    await heard(socket, OPENED_WITHIN_MS);
  }
  if (isRead) socket.resume();
  else socket.pause();
  return socket;
}

/**
 * Writes until all is sent, the connection stalls, or the time is over.
 * @returns how many bytes were sent
 */
async function pour(
  socket: Socket,
  { piece, bytes = MOST_BYTES, isRead, isTrickled }: Flood,
  connection: number,
  probe: Probe,
): Promise<number> {
  const until = performance.now() + (isTrickled ? TRICKLES_FOR_MS : POURS_FOR_MS[isRead ? 'read' : 'unread']);
  const isOver = () => socket.bytesWritten >= bytes || socket.destroyed || performance.now() > until;
  for (let index = 0; piece && !isOver(); index++) {
    if (!socket.write(piece(connection, index)) && !(await isTaken(socket, probe))) break;
    if (isTrickled) await nextTurn();
  }
  if (isRead) await isAnswered(socket);
  return socket.bytesWritten;
}

/** A stalled connection counts only if the service had processor time: it must have answered the probe meanwhile. */
async function isTaken(socket: Socket, probe: Probe): Promise<boolean> {
  if (await drained(socket, STOPPED_AFTER_MS)) return true;
  await probe.memory();
  return socket.writableNeedDrain ? drained(socket, STOPPED_AFTER_MS) : !socket.destroyed;
}

/** Resolves when no more data arrives. */
async function isAnswered(socket: Socket): Promise<void> {
  for (let before = -1; before < socket.bytesRead && !socket.destroyed;) {
    before = socket.bytesRead;
    await sleep(ANSWERED_AFTER_MS);
  }
}
