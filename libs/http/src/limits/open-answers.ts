import type { Server, ServerResponse } from 'node:http';

/** Every answer of a server that is not finished: being made, waiting behind another one, or not read yet. */
export function openAnswers(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.prependListener('request', ({ socket }, response) => {
    if (socket.destroyed) return; // the parser goes on with what was read before
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}
