import type { IncomingMessage, ServerResponse } from 'node:http';

const DRAINED_BYTES = 32 * 1_048_576;
const LINGER_MS = 2_000;

/**
 * Prepares an answer to a client that may still be sending. What is left of a body of known, bearable length is read
 * and dropped, and the connection serves on. Any other is cut off, but not at once: a connection closed on bytes that
 * nobody reads is reset, and the client would lose the answer with it.
 */
export function leaveBodyUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  request.resume();
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers;
  if (encoding === undefined && Number(length) <= DRAINED_BYTES) return;
  response.setHeader('Connection', 'close');
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    const patience = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(patience));
  };
}
