import type { IncomingMessage, ServerResponse } from 'node:http';

const DRAINED_BYTES = 32 * 1_048_576;
const PATIENCE_MS = { bounded: 30_000, unbounded: 2_000 };

/**
 * Prepares an answer to a client that may still be sending. What is left of a body of known, bearable length is read
 * and dropped, and the connection serves on. Any other is cut off, but not at once: a connection closed on bytes that
 * nobody reads is reset, and the client would lose the answer with it.
 */
export function leaveBodyUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  request.resume();
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers;
  const kind = encoding === undefined && Number(length) <= DRAINED_BYTES ? 'bounded' : 'unbounded';
  if (kind === 'unbounded') response.setHeader('Connection', 'close');
  closeSlowly(request, PATIENCE_MS[kind]);
}

/** Where the connection is to be closed after the answer, it is once the body has ended, or patience has. */
function closeSlowly(request: IncomingMessage, patienceMs: number): void {
  const { socket } = request;
  const closeNow = socket.destroySoon.bind(socket);
  request.once('end', () => (socket.destroySoon = closeNow));
  socket.destroySoon = () => {
    socket.end();
    const patience = setTimeout(() => socket.destroy(), patienceMs);
    request.once('end', () => socket.destroy());
    socket.once('close', () => clearTimeout(patience));
  };
}
