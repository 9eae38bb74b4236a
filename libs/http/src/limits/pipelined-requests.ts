import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests sent ahead of the answers to earlier ones. Browsers and most libraries send none. */
const MOST_WAITING = 100;

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Starts a request when the one before it on its connection is answered. Answers are sent in that order anyway; started
 * all at once, each of hundreds would hold a whole answer in memory for a client that may read none. Those of other
 * connections come in between. A connection with too many waiting requests is closed. Call it when the server has its
 * handler, and before others listen to its requests.
 */
export function answerInTurn(server: Server): void {
  const handlers = server.listeners('request');
  /** Requests of connections that are being answered. */
  const waiting = new WeakMap<Socket, Exchange[]>();

  const begin = (exchange: Exchange, socket: Socket) => {
    exchange[1].once('close', () => goOn(socket));
    for (const handler of handlers) handler.call(server, ...exchange);
  };
  const goOn = (socket: Socket) => {
    if (socket.destroyed || waiting.get(socket)?.length === 0) waiting.delete(socket);
    else setImmediate(beginNext, socket);
  };
  const beginNext = (socket: Socket) => {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    if (next === undefined) waiting.delete(socket);
    else begin(next, socket);
  };
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) {
      ignoreRest(socket);
      return;
    }
    const before = waiting.get(socket);
    if (before === undefined) {
      waiting.set(socket, []);
      begin([request, response], socket);
    } else if (before.push([request, response]) > MOST_WAITING) {
      socket.destroy();
      ignoreRest(socket);
    }
  });
}

/** An answer of the parser's callback to the head of an upgrade. */
const UPGRADED = 2;

/**
 * What was read before a connection was destroyed is parsed to its end, some 1,600 requests in 64 KiB; a parser that is
 * told of an upgrade leaves the rest alone.
 */
function ignoreRest(socket: Socket & { readonly parser?: { onIncoming: unknown } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => UPGRADED;
}
