import type { Socket } from 'node:net';

/** How often an endless answer goes on, … */
const TICK_MS = 50;
/** … and by how much. */
const PIECE = 64;
const A_SECOND_MS = 1_000;

const HEAD = 'HTTP/1.1 200 OK\r\n';
const GIANT_BYTES = 1_000_000_000_000;

export type Misbehaviour = (socket: Socket) => void;

/** What a hostile receiver does with a connection on which a request has arrived, by name. */
export const MISBEHAVIOURS: Readonly<Record<string, Misbehaviour>> = {
  '101 Switching Protocols': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
  'endless 1xx': (socket) => goOn(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(PIECE)),
  'an endless head': (socket) => {
    socket.write(HEAD);
    goOn(socket, 'x: y\r\n'.repeat(PIECE));
  },
  'a byte a second': (socket) => {
    const bytes = Buffer.from(`${HEAD}content-length: 2\r\n\r\nok`);
    let at = 0;
    every(A_SECOND_MS, socket, () => socket.write(bytes.subarray(at, ++at)));
  },
  'a giant body': (socket) => {
    socket.write(`${HEAD}content-length: ${GIANT_BYTES}\r\n\r\n`);
    goOn(socket, 'x'.repeat(1_024 * PIECE));
  },
  'a reset in the middle of the head': (socket) =>
    socket.write('HTTP/1.1 200 O', () => socket.resetAndDestroy()),
  'no answer': () => undefined,
};

/** Writes as fast as the other side reads. */
function goOn(socket: Socket, piece: string): void {
  every(TICK_MS, socket, () => {
    if (!socket.writableNeedDrain) socket.write(piece);
  });
}

function every(milliseconds: number, socket: Socket, step: () => void): void {
  const timer = setInterval(() => {
    if (socket.writable) step();
  }, milliseconds);
  socket.once('close', () => clearInterval(timer));
}
