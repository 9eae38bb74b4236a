import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Sent ahead of the answers to those before them. No browser and hardly a library sends any. */
const MOST_WAITING = 100;

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Begins a request when the one before it on its connection is answered. Answers leave in that order anyway; begun all at
 * once, each of hundreds would hold a whole answer for a client that perhaps reads none. A connection on which too many
 * wait is ended.
 * To be called when the server has its handler, and before others watch its requests.
 */
export function answerInTurn(server: Server): void {
  const handlers = server.listeners('request');
  /** Of connections that are being answered. */
  const waiting = new WeakMap<Socket, Exchange[]>();

  const begin = (exchange: Exchange, socket: Socket) => {
    exchange[1].once('close', () => goOn(socket));
    for (const handler of handlers) handler.call(server, ...exchange);
  };
  const goOn = (socket: Socket) => {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    if (next === undefined) waiting.delete(socket);
    else begin(next, socket);
  };
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const before = waiting.get(socket);
    if (before === undefined) {
      waiting.set(socket, []);
      begin([request, response], socket);
    } else if (before.push([request, response]) > MOST_WAITING) socket.destroy();
  });
}
