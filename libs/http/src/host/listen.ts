import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';

/** After an outage all clients reconnect at once; the kernel refuses those that do not fit. */
const BACKLOG = 4_096;

/** Lets a host listen. @returns its address; IPv6 addresses are in brackets */
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
