import type { IncomingMessage, ServerResponse } from 'node:http';

const DRAINED_BYTES = 32 * 1_048_576;
const TIMEOUT_MS = { bounded: 30_000, unbounded: 2_000 };

/**
 * Prepares an answer to a client that may still be sending. The rest of a body of known, moderate length is read and
 * dropped, and the connection stays open. Any other connection is closed, but not at once: closing it while unread
 * bytes arrive resets it, and the client would lose the answer.
 */
export function leaveBodyUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  request.resume();
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers;
  const kind = encoding === undefined && Number(length) <= DRAINED_BYTES ? 'bounded' : 'unbounded';
  if (kind === 'unbounded') response.setHeader('Connection', 'close');
  closeSlowly(request, TIMEOUT_MS[kind]);
  allowPauses(request, response, TIMEOUT_MS[kind]);
}

/**
 * Once an answer is sent, Node.js closes a connection that is idle for its keep-alive time of seconds, even in the middle
 * of a body. A phone with a weak signal may pause longer, and would lose the answer.
 */
function allowPauses(request: IncomingMessage, response: ServerResponse, timeoutMs: number): void {
  const { socket } = request;
  response.once('finish', () => {
    if (request.complete) return;
    const keepAliveMs = socket.timeout ?? 0;
    socket.setTimeout(timeoutMs);
    request.once('end', () => socket.setTimeout(keepAliveMs));
  });
}

/** Closes the connection after the answer, once the body has ended or the time is over. */
function closeSlowly(request: IncomingMessage, timeoutMs: number): void {
  const { socket } = request;
  const closeNow = socket.destroySoon.bind(socket);
  request.once('end', () => (socket.destroySoon = closeNow));
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    request.once('end', () => socket.destroy());
    socket.once('close', () => clearTimeout(timer));
  };
}
