import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../limits/address-key.ts';

/** Of idle connections. */
export interface MostIdle {
  /** A proxy, or an office behind one address, has many: nginx keeps 64 per worker process. */
  readonly perAddress: number;
  readonly inAll: number;
}

/** An idle connection takes 17 kB of memory. */
export const MOST_IDLE: MostIdle = { perAddress: 1_000, inAll: 10_000 };

/**
 * Closes the connections that have been idle for longest when there are too many, whose clients open new ones when they
 * need them. Connections without a request yet are not counted: the time limit of a head bounds them.
 * @param connections the server's connections
 */
export function boundIdle(server: Server, connections: ReadonlySet<Socket>, most = MOST_IDLE): void {
  const answering = new WeakMap<Socket, number>();
  const inAll = new Set<Socket>();
  const byAddress = new Map<string, Set<Socket>>();
  const keys = new WeakMap<Socket, string>();

  const forget = (socket: Socket) => {
    if (!inAll.delete(socket)) return;
    const key = keys.get(socket) ?? '';
    const ofAddress = byAddress.get(key);
    ofAddress?.delete(socket);
    if (ofAddress?.size === 0) byAddress.delete(key);
  };
  const closeOldest = (idle: ReadonlySet<Socket>) => {
    const [oldest] = idle;
    if (oldest === undefined) return;
    forget(oldest);
    if (connections.has(oldest)) oldest.destroySoon();
  };
  const remember = (socket: Socket) => {
    const key = addressKey(socket.remoteAddress);
    const ofAddress = byAddress.get(key) ?? new Set<Socket>();
    keys.set(socket, key);
    byAddress.set(key, ofAddress.add(socket));
    inAll.add(socket);
    if (ofAddress.size > most.perAddress) closeOldest(ofAddress);
    if (inAll.size > most.inAll) closeOldest(inAll);
  };
  server.on('connection', (socket) => socket.once('close', () => forget(socket)));
  server.prependListener('request', ({ socket }, response) => {
    if (socket.destroyed) return; // the parser goes on with what was read before
    forget(socket);
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (answering.get(socket) ?? 0) - 1;
      if (left > 0) answering.set(socket, left);
      else {
        answering.delete(socket);
        if (socket.writable && connections.has(socket)) remember(socket);
      }
    });
  });
}
