import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';

/** A crowd that lost its host comes back all at once; whom the system has no place for, it turns away. */
const BACKLOG = 4_096;

/** Opens a host to the network. @returns where it listens; an IPv6 address stands in brackets */
export async function listen(
  app: INestApplication,
  at: { readonly host: string; readonly port: number },
): Promise<{ host: string; port: number }> {
  await app.init();
  const server = app.getHttpServer() as Server;
  await once(server.listen({ ...at, backlog: BACKLOG }), 'listening');
  const { address, port, family } = server.address() as AddressInfo;
  return { host: family === 'IPv6' ? `[${address}]` : address, port };
}
