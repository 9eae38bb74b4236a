import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ANSWER_PACE, LOOK_EVERY_MS, MinimumPace, type Pace } from './minimum-pace.ts';

/** Answers with a stricter pace, and since when it applies. */
const held = new WeakMap<ServerResponse, { readonly pace: Pace; readonly since: number }>();

/** Requires this pace of an answer from now on, because others wait while it is read. */
export function holdTo(pace: Pace, response: ServerResponse): void {
  held.set(response, { pace, since: performance.now() });
}

/**
 * Closes connections whose clients do not read their answers: every answer, small or streamed, and however many are
 * pipelined, must be read at a minimum pace.
 * @param open the server's open answers
 * @param usual the pace of answers without a stricter one
 */
export function boundAnswers(
  server: Server,
  open: ReadonlySet<ServerResponse>,
  usual: Pace = ANSWER_PACE,
): void {
  let watched = new Map<Socket, Watched>();
  const look = () => {
    const now = performance.now();
    const paces = pacesOf(open, usual, now);
    const still: typeof watched = new Map();
    for (const [socket, pace] of paces) {
      // A client that has read everything so far is not late.
      if (socket.destroyed || socket.writableLength === 0) continue;
      const taken = takenBytes(socket);
      const known = watched.get(socket);
      const { progress } = known?.pace === pace ? known : { progress: new MinimumPace(pace, now, taken) };
      if (progress.isLate(now, taken)) socket.destroy();
      else still.set(socket, { pace, progress });
    }
    watched = still;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

interface Watched {
  readonly pace: Pace;
  readonly progress: MinimumPace;
}

/** The pace of a connection is that of its strictest answer, even while that one waits behind another. */
function pacesOf(open: ReadonlySet<ServerResponse>, usual: Pace, now: number): Map<Socket, Pace> {
  const paces = new Map<Socket, Pace>();
  for (const response of open) {
    const { socket } = response.req;
    const own = held.get(response);
    if (own && now - own.since > own.pace.wholeMs) socket.destroy();
    if (own || !paces.has(socket)) paces.set(socket, own?.pace ?? usual);
  }
  return paces;
}

/** The bytes that the kernel has taken. For a large write, Node.js itself reports only its end. */
function takenBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
