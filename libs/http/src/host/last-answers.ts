import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The time for a request to arrive on a connection that was accepted just before. */
const LAST_REQUEST_MS = 1_000;

/**
 * Lets a closing server end: every accepted request is answered, and each answer closes its connection. Node.js alone
 * closes connections that are idle at that moment, keeps serving those that never are, and waits for ever for those that
 * have not sent a whole head, such as the ones that browsers open in advance.
 * @param open the server's open answers
 * @param connections the server's connections
 */
export function closeWithLastAnswers(
  server: Server,
  open: ReadonlySet<ServerResponse>,
  connections: ReadonlySet<Socket>,
): void {
  let isClosing = false;
  server.prependListener('request', (_request, response) => {
    if (isClosing) response.shouldKeepAlive = false;
  });
  const close = server.close.bind(server);
  server.close = (done) => {
    isClosing = true;
    for (const response of open) {
      response.shouldKeepAlive = false;
      // Its headers have been sent and promised to keep the connection open.
      if (response.headersSent) response.once('close', () => server.closeIdleConnections());
    }
    // Until the last connection has ended: the server's own end says nothing about those that others accepted for it.
    const timer = setInterval(() => {
      closeSilent(open, connections);
      if (connections.size === 0) clearInterval(timer);
    }, LAST_REQUEST_MS).unref();
    return close(done);
  };
}

function closeSilent(open: ReadonlySet<ServerResponse>, connections: ReadonlySet<Socket>): void {
  const answering = new Set([...open].map(({ req }) => req.socket));
  for (const socket of connections) if (socket.writable && !answering.has(socket)) socket.destroy();
}
