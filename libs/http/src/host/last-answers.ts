import type { Server, ServerResponse } from 'node:http';

/**
 * Makes a server that is closed end: whatever was accepted is answered, and each answer is the last of its connection.
 * Node.js alone ends those that are idle at that moment, and serves on those whose clients are never idle.
 * @param open answers of the server
 */
export function closeWithLastAnswers(server: Server, open: ReadonlySet<ServerResponse>): void {
  let isClosing = false;
  server.prependListener('request', (_request, response) => {
    if (isClosing) response.shouldKeepAlive = false;
  });
  const close = server.close.bind(server);
  server.close = (done) => {
    isClosing = true;
    for (const response of open) {
      response.shouldKeepAlive = false;
      // Its head is on its way and has told the client otherwise.
      if (response.headersSent) response.once('close', () => server.closeIdleConnections());
    }
    return close(done);
  };
}
