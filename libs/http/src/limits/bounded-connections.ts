import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DomainError } from '@furrow/kernel';
import { bareAnswer } from '../errors/bare-answer.ts';

const SECOND = 1_000;
/** Heads are small: a client that takes longer, or sends nothing, only occupies a connection. */
const HEAD_MS = 15 * SECOND;
/** Enough for the largest body from a phone with little signal. */
const REQUEST_MS = 300 * SECOND;
/**
 * Proxies keep idle connections for 60 s (nginx, Amazon's load balancers) and answer 502 if one ends just as they send a
 * request, so the host keeps them for longer.
 */
const IDLE_MS = 75 * SECOND;
const LOOK_EVERY_MS = 5 * SECOND;
/** For the client to read the answer and close the connection. */
const GOODBYE_MS = 2 * SECOND;

/** Bytes that are not an HTTP request. */
class BrokenRequest extends DomainError {
  constructor(
    override readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** By the error code of Node.js; any other error means that the bytes are not HTTP. */
const KINDS: Readonly<Record<string, [status: number, code: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request was not received completely in time.'],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers are larger than 16 kB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'payload_too_large', 'The chunks of the body carry too much else.'],
};
/** The client disconnected, perhaps in the middle of a body: nobody can be answered, and what it sent is dropped. */
const GONE = ['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'];
const NO_HTTP = [400, 'malformed_request', 'The request is not valid HTTP/1.1.'] as const;

/**
 * Bounds how long a connection may take over a request, and answers malformed requests like other refusals. Call it
 * before the server listens.
 */
export function boundConnections(server: Server): void {
  Object.assign(server, {
    headersTimeout: HEAD_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  });
  server.on('clientError', refuseBroken);
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1); Node.js would refuse them with an empty
  // answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * Refuses a request whose body arrives too slowly in the same way as one that exceeds the time limit, and closes the
 * connection.
 */
export function refuseSlow(socket: Socket): void {
  refuseBroken(
    Object.assign(new Error('The body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  );
}

function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Node.js has no public way to tell whether an answer has been started.
  const answer = (socket as { _httpMessage?: ServerResponse })._httpMessage;
  if (!socket.writable || GONE.includes(error.code ?? '') || answer?.headersSent === true) {
    socket.destroy(error);
    return;
  }
  const [status, code, message] = KINDS[error.code ?? ''] ?? NO_HTTP;
  socket.end(bareAnswer(status, new BrokenRequest(code, message)));
  setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
}
