import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DomainError } from '@furrow/kernel';
import { bareAnswer } from '../errors/bare-answer.ts';

const SECOND = 1_000;
/** Heads are small: whoever takes longer, or says nothing at all, only holds a place. */
const HEAD_MS = 15 * SECOND;
/** The largest body there is, from a phone that has little signal. */
const REQUEST_MS = 300 * SECOND;
const LOOK_EVERY_MS = 5 * SECOND;
/** To take the answer in and hang up. */
const GOODBYE_MS = 2 * SECOND;

/** What is not even a request. */
class BrokenRequest extends DomainError {
  constructor(
    override readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** By what Node.js tells of it; anything else is no HTTP. */
const KINDS: Readonly<Record<string, [status: number, code: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers are larger than 16 kB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'payload_too_large', 'The chunks of the body carry too much else.'],
};
/** The client has hung up, perhaps in the middle of a body: there is nobody to answer, and what it sent is let go. */
const GONE = ['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'];
const NO_HTTP = [400, 'malformed_request', 'That is no HTTP/1.1.'] as const;

/**
 * Bounds how long a connection may take over a request, and answers what is none as anything else is refused.
 * To be called before the server listens.
 */
export function boundConnections(server: Server): void {
  Object.assign(server, {
    headersTimeout: HEAD_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  });
  server.on('clientError', refuseBroken);
  // What a client expects beside 100-continue may be ignored (RFC 9110, 10.1.1); Node.js would answer it bare.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Answers a request whose body comes too slowly like one that took too long over all of it, and hangs up. */
export function refuseSlow(socket: Socket): void {
  refuseBroken(
    Object.assign(new Error('The body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  );
}

function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Node.js has no other way to tell whether an answer is on its way out already.
  const answer = (socket as { _httpMessage?: ServerResponse })._httpMessage;
  if (!socket.writable || GONE.includes(error.code ?? '') || answer?.headersSent === true) {
    socket.destroy(error);
    return;
  }
  const [status, code, message] = KINDS[error.code ?? ''] ?? NO_HTTP;
  socket.end(bareAnswer(status, new BrokenRequest(code, message)));
  setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
}
