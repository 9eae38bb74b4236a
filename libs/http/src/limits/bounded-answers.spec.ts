import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { boundAnswers, holdTo } from './bounded-answers.ts';
import type { Pace } from './minimum-pace.ts';
import { openAnswers } from './open-answers.ts';

const KB = 1_024;
const MB = 1_024 * KB;
/** More than the kernel buffers for a client that does not read. */
const LARGE = Buffer.alloc(16 * MB, 'a');
const PACE: Pace = { bytesPerSecond: 500 * KB, slackMs: 1_500, wholeMs: Infinity };
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let server: Server;
let open: ReadonlySet<ServerResponse>;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

async function serve(answer: RequestListener): Promise<void> {
  server = createServer(answer);
  open = openAnswers(server);
  boundAnswers(server, open, PACE);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

/** A client that reads only when a test lets it. */
async function client(text: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket.on('error', () => undefined));
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function until(what: string, holds: () => boolean, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await sleep(20);
  }
  expect(holds()).toBe(true);
}

describe('a response that is not read', () => {
  it('ends with its connection', async () => {
    await serve((_request, response) => void response.end(LARGE));
    await client(GET);
    await until('it is sent', () => open.size === 1);
    const [response] = open;
    const { socket } = response!.req;
    await until('it is over', () => open.size === 0);
    expect([socket.destroyed, response!.writableFinished]).toEqual([true, false]);
  });

  it('ends also when it is one of many small ones', async () => {
    await serve((_request, response) => void response.end(LARGE.subarray(0, 32 * KB)));
    const socket = await client(GET.repeat(2_000));
    await until('they are sent', () => open.size > 0);
    const [{ req }] = [...open] as [ServerResponse];
    await until('the connection has ended', () => req.socket.destroyed && open.size === 0);
    socket.resume();
    await once(socket, 'close');
  });

  it('ends at its own deadline when others wait for it, and so does what waits behind another', async () => {
    await serve((request, response) => {
      if (request.url === '/held') holdTo({ ...PACE, wholeMs: 1_000 }, response);
    });
    await client(GET + GET.replace('/', '/held'));
    await until('both are asked for', () => open.size === 2);
    await until('both are over', () => open.size === 0);
  });
});

describe('a response that is read slowly', () => {
  it('continues as long as it is read fast enough, even if it is written at once', async () => {
    await serve((_request, response) => void response.end(LARGE));
    const socket = await client(GET);
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), (chunk.length / (3 * MB)) * 1_000);
    });
    await until('all of it has come', () => bytes > LARGE.length);
  });
});

describe('a response behind another whose client has disconnected', () => {
  it('ends, and its writer is notified', async () => {
    let reported = 0;
    await serve((_request, response) => {
      response.once('close', () => reported++);
    });
    const socket = await client(GET.repeat(5));
    await until('all are asked for', () => open.size === 5);
    socket.destroy();
    await until('all are over', () => open.size === 0 && reported === 5);
  });
});
