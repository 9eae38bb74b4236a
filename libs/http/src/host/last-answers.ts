import type { Server, ServerResponse } from 'node:http';

/**
 * Lets a closing server end: every accepted request is answered, and each answer closes its connection. Node.js alone
 * closes connections that are idle at that moment, and keeps serving those that never are.
 * @param open the server's open answers
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
      // Its headers have been sent and promised to keep the connection open.
      if (response.headersSent) response.once('close', () => server.closeIdleConnections());
    }
    return close(done);
  };
}
