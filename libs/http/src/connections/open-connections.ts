import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Every connection of a server that speaks HTTP, and not those that were upgraded to another protocol. */
export function openConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  // Where nobody listens, Node.js treats an upgrade as an ordinary request.
  server.once('listening', () => {
    if (server.listenerCount('upgrade') === 0) return;
    server.prependListener('upgrade', ({ socket }: IncomingMessage) => open.delete(socket));
  });
  return open;
}
