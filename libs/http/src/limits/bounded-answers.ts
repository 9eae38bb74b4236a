import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ANSWER_PACE, LOOK_EVERY_MS, MinimumPace, type Pace } from './minimum-pace.ts';

/** Answers that are held to a pace of their own, and since when. */
const held = new WeakMap<ServerResponse, { readonly pace: Pace; readonly since: number }>();

/** Whoever reads this answer keeps others waiting: from now on it has to leave at this pace. */
export function holdTo(pace: Pace, response: ServerResponse): void {
  held.set(response, { pace, since: performance.now() });
}

/**
 * Ends connections whose clients do not take what they asked for: every answer, small or streamed, and however many are
 * pipelined, has to leave at a minimum pace.
 * @param open answers of the server
 * @param usual of answers that are not held to another
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
      // Whoever has taken all there was has nothing to be late with.
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

/** The pace of each connection is that of its strictest answer, also while that one waits behind another. */
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

/** What the kernel has taken of all that was ever written. Of a large write Node.js itself tells only that it has ended. */
function takenBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
