import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { boundConnections } from '../limits/bounded-connections.ts';
import { boundIdle } from './idle-connections.ts';
import { openConnections } from './open-connections.ts';

const MOST = { perAddress: 2, inAll: 3 };
/** Beyond Node's own five seconds, and beyond the time for a head. */
const IDLE_MS = 22_000;

let server: Server;
let clients: Socket[];
/** Of `/later`. */
let later: ServerResponse[];

beforeEach(async () => {
  [clients, later] = [[], []];
  server = createServer((request, response) => {
    if (request.url === '/later') later.push(response);
    else response.end('done');
  });
});
afterEach(() => {
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  server.close();
});

async function listening(): Promise<void> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
}
/** All of 127.0.0.0/8 is this machine. */
async function connected(from = '127.0.0.1'): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => undefined);
  clients.push(client);
  await once(client, 'connect');
  return client;
}
/** Sends a request and waits for its answer, whose connection the server then counts as idle. */
async function asked(client: Socket, path = '/'): Promise<string> {
  client.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  const [bytes] = (await once(client, 'data')) as [Buffer];
  return bytes.toString();
}
const idle = async (from?: string) => {
  const client = await connected(from);
  await asked(client);
  return client;
};
const closed = (client: Socket) => (client.closed ? undefined : once(client.resume(), 'close'));

it('an idle connection serves the next request beyond the time for a head', async () => {
  boundConnections(server);
  await listening();
  const client = await idle();
  await sleep(IDLE_MS);
  expect(await asked(client)).toMatch(/^HTTP\/1\.1 200 .*keep-alive: timeout=75\r\n/is);
});

it('of too many idle connections of an address, the one that was idle for longest is closed', async () => {
  boundIdle(server, openConnections(server), MOST);
  await listening();
  const [first, second] = [await idle(), await idle()];
  await asked(first); // is idle for a shorter time than the second one now
  const third = await idle();
  await closed(second);
  for (const client of [first, third]) expect(await asked(client)).toContain('done');
});

it('idle connections of one address leave those of another open, until there are too many in all', async () => {
  boundIdle(server, openConnections(server), MOST);
  await listening();
  const other = await idle('127.0.0.2');
  const [first, second, third] = [await idle(), await idle(), await idle()];
  await closed(first);
  expect(await asked(other)).toContain('done');
  await idle('127.0.0.3');
  await closed(second);
  for (const client of [other, third]) expect(await asked(client)).toContain('done');
});

it('connections with a request, and those without any yet, are not idle', async () => {
  boundIdle(server, openConnections(server), MOST);
  await listening();
  const busy = await Promise.all(Array.from({ length: 4 }, () => connected()));
  const answers = busy.map((client) => asked(client, '/later'));
  const silent = await Promise.all(Array.from({ length: 4 }, () => connected()));
  const [first] = [await idle(), await idle(), await idle()];
  await closed(first);
  while (later.length < busy.length) await sleep(5);
  for (const response of later) response.end('at last');
  for (const answer of await Promise.all(answers)) expect(answer).toContain('at last');
  for (const client of silent) expect(await asked(client)).toContain('done');
});

it('an upgraded connection is not idle', async () => {
  boundIdle(server, openConnections(server), MOST);
  server.on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n');
    socket.pipe(socket);
  });
  await listening();
  const upgraded = await idle();
  upgraded.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n');
  expect(String(await once(upgraded, 'data'))).toContain('101');
  const [first, second] = [await idle(), await idle()];
  await idle();
  await closed(first);
  expect(await asked(second)).toContain('done');
  upgraded.write('hello');
  expect(String(await once(upgraded, 'data'))).toBe('hello');
});
