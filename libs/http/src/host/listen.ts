import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net';
import type { INestApplication } from '@nestjs/common';

/** After an outage all clients reconnect at once; the kernel refuses those that do not fit. */
const BACKLOG = 4_096;
/** Node.js accepts one connection per socket and turn of its event loop, and under load turns are long. */
const SOCKETS = 64;
/** Connections that a turn accepts where others are likely to wait. */
export const MANY_ACCEPTED = process.platform === 'linux' ? SOCKETS / 4 : 1;

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Lets a host listen. @returns its address; IPv6 addresses are in brackets */
export async function listen(
  app: INestApplication,
  at: ListenAddress,
): Promise<{ host: string; port: number }> {
  await app.init();
  const { address, port, family } = await listenAt(app.getHttpServer() as Server, at);
  return { host: family === 'IPv6' ? `[${address}]` : address, port };
}

/**
 * On Linux several sockets listen on the port, and the kernel distributes connections over them, so that a crowd of
 * clients is accepted in a few turns of the event loop.
 */
export async function listenAt(server: Server, at: ListenAddress): Promise<AddressInfo> {
  const { host } = at;
  if (process.platform !== 'linux') return listening(server, at);
  const { port } = await freeAddress(at);
  const shared = { host, port, reusePort: true };
  const more = Array.from({ length: SOCKETS - 1 }, () =>
    // As an HTTP server creates its own sockets.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  const close = server.close.bind(server);
  server.close = (done) => {
    // Each of them counts the connections that it has accepted, so the server alone would end before theirs are answered.
    const ended = Promise.all(more.map((each) => new Promise((resolve) => each.close(resolve))));
    return close((error) => void ended.then(() => done?.(error)));
  };
  const address = await listening(server, shared);
  for (const each of more) await listening(each, shared);
  return address;
}

/**
 * Several sockets may listen on a port only if all of them allow it, so a socket that does not allow it finds out whether
 * another program, such as a second Furrow, listens there.
 */
async function freeAddress(at: ListenAddress): Promise<AddressInfo> {
  const probe = createServer();
  const address = await listening(probe, at);
  probe.close();
  await once(probe, 'close');
  return address;
}

async function listening(
  server: TcpServer,
  at: ListenAddress & { readonly reusePort?: boolean },
): Promise<AddressInfo> {
  await once(server.listen({ ...at, backlog: BACKLOG }), 'listening');
  return server.address() as AddressInfo;
}
