import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { BOUNDS } from './bounds.ts';
import { connectTo, drained, heard } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import { holding, type Target } from './measuring.ts';
import type { MemoryUse, Probe } from './probe.ts';

/** Much of something over a few connections, whose answers may not be read. */
export interface Flood {
  readonly name: string;
  readonly connections: number;
  /** Sent first, each when something has come in answer to the one before. */
  readonly opening: (connection: number) => readonly Buffer[];
  /** Sent again and again. */
  readonly piece?: (connection: number, index: number) => Buffer;
  /** A piece in each turn of our event loop, so that many are answered by themselves. */
  readonly isTrickled?: boolean;
  /** That a connection sends at most. */
  readonly bytes?: number;
  readonly isRead: boolean;
}

const MIB = 1_048_576;
const MOST_BYTES = 4 * MIB;
/** Who does not read is stopped by whoever keeps its bounds, long before. */
const POURS_FOR_MS = { unread: 30_000, read: 4_000 };
const TRICKLES_FOR_MS = 3_000;
/** Who is not read from for so long has been stopped, as one should be. */
const STOPPED_AFTER_MS = 600;
const ANSWERED_AFTER_MS = 200;
const OPENED_WITHIN_MS = 20_000;
const AT_ONCE = 50;
const LOOK_EVERY_MS = 500;
/** What has come in and waits may be worked off; so soon nobody is given up yet who does not read. */
const UNREAD_LOOKS = 6;
/** What is worked off when everybody has hung up, or waits for a farewell, may take so long. */
const KEPT_LOOKS = 80;

/** Floods a service. @param host what is told of it */
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

/** What is kept once whatever was still under way is worked off. @param most used, beyond which it looks again for a while */
export const settledBelow = ({ probe, keptLooks = KEPT_LOOKS }: Target, most: number) =>
  settled(probe, most, keptLooks);

/** Looks again while there is more in memory than may stay. */
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
  while (sockets.length < flood.connections) {
    const count = Math.min(AT_ONCE, flood.connections - sockets.length);
    sockets.push(
      ...(await Promise.all(Array.from({ length: count }, (_, i) => open(url, flood, sockets.length + i)))),
    );
  }
  return sockets;
}

/** Not read from once it is open, unless the flood reads. */
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
 * Until all of it is out, or nothing is taken any more, or it has taken long enough.
 * @returns how many bytes went out
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

/** A service that had no time of the processor has not stopped reading: it must have answered us meanwhile. */
async function isTaken(socket: Socket, probe: Probe): Promise<boolean> {
  if (await drained(socket, STOPPED_AFTER_MS)) return true;
  await probe.memory();
  return socket.writableNeedDrain ? drained(socket, STOPPED_AFTER_MS) : !socket.destroyed;
}

/** Nothing more comes in. */
async function isAnswered(socket: Socket): Promise<void> {
  for (let before = -1; before < socket.bytesRead && !socket.destroyed;) {
    before = socket.bytesRead;
    await sleep(ANSWERED_AFTER_MS);
  }
}
