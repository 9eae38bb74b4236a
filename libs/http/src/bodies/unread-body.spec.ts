import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { leaveBodyUnread } from './unread-body.ts';

const KEEP_ALIVE_MS = 20;

let server: Server;
let socket: Socket;
afterEach(() => {
  socket.destroy();
  server.close();
});

/** A client of a server that answers before it has read the body. */
async function refused(bodyBytes: number): Promise<void> {
  server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, keepAliveTimeoutBuffer: 0 },
    (request, response) => {
      leaveBodyUnread(request, response);
      response.writeHead(413).end();
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${bodyBytes}\r\n\r\n`);
  expect(await answer()).toMatch(/^HTTP\/1.1 413 /);
}

async function answer(): Promise<string> {
  const closed = once(socket, 'close').then(() => Promise.reject(new Error('The connection was closed')));
  const [bytes] = (await Promise.race([once(socket, 'data'), closed])) as [Buffer];
  closed.catch(() => undefined);
  return bytes.toString();
}

it('keeps a connection whose body pauses after the answer, for the next request', async () => {
  await refused(4);
  await sleep(10 * KEEP_ALIVE_MS);
  socket.write('bodyGET / HTTP/1.1\r\nhost: a\r\n\r\n');
  expect(await answer()).toMatch(/^HTTP\/1.1 413 /);
});

it('closes an idle connection after its keep-alive time, once the body has ended', async () => {
  await refused(4);
  socket.write('body');
  socket.resume();
  await once(socket, 'close');
});
