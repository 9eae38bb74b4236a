import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { OrdinaryClient } from './ordinary-client.ts';

const HOUR_MS = 3_600_000;

it('a request that was sent before a lap counts for no later one, however late it is answered', async () => {
  const received: ServerResponse[] = [];
  const server = createServer((_, response) => {
    // The first one is kept waiting.
    if (received.push(response) > 1) response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sending = () => ({ method: 'GET', path: '/' });
  const asked = once(server, 'request');
  const client = new OrdinaryClient([{ url, sending }], HOUR_MS);
  await asked;
  client.lap();
  const stopped = client.stop();
  received[0]?.writeHead(503).end();
  expect(await stopped).toMatchObject({ problems: [], served: 1 });
  expect(received).toHaveLength(2);
  server.closeAllConnections();
  server.close();
});
