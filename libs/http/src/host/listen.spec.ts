import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { listenAt } from './listen.ts';

const HOST = '127.0.0.1';
const CLIENTS = 256;

let servers: ReturnType<typeof createServer>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), 'close');
  }
});

async function aServer(port = 0) {
  const server = createServer((_request, response) => response.end('here'));
  servers.push(server);
  return { server, port: (await listenAt(server, { host: HOST, port })).port };
}

function answerOf(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: HOST, port, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

describe('a host that listens', () => {
  it('accepts a crowd of clients in a few turns of the event loop', async () => {
    const { server, port } = await aServer();
    let accepted = 0;
    server.on('connection', () => accepted++);
    const clients: Socket[] = [];
    for (let i = 0; i < CLIENTS; i++) clients.push(connect(port, HOST).on('error', () => undefined));
    let turns = 0;
    for (; accepted < CLIENTS; turns++) await turn();
    for (const client of clients) client.destroy();
    // One socket alone, which is all that other systems have, takes a turn for each.
    expect(turns).toBeLessThan(process.platform === 'linux' ? CLIENTS / 16 : Infinity);
  });

  it('answers on each of its sockets', async () => {
    const { port } = await aServer();
    const answers = await Promise.all(Array.from({ length: 64 }, () => answerOf(port)));
    expect(new Set(answers)).toEqual(new Set([200]));
  });

  it('does not share its port with another one', async () => {
    const { port } = await aServer();
    await expect(aServer(port)).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  });

  it('has closed only when the requests of all of its sockets are answered', async () => {
    const { server, port } = await aServer();
    server.removeAllListeners('request');
    const waiting: ServerResponse[] = [];
    server.on('request', (_request, response) => waiting.push(response));
    const answers = Promise.all(Array.from({ length: 64 }, () => answerOf(port)));
    while (waiting.length < 64) await turn();
    let unanswered = waiting.length;
    const closed = new Promise<number>((resolve) => server.close(() => resolve(unanswered)));
    for (const response of waiting) {
      response.shouldKeepAlive = false;
      const ended = once(response.req.socket, 'close');
      unanswered--;
      response.end();
      await ended;
    }
    expect(await closed).toBe(0);
    expect(new Set(await answers)).toEqual(new Set([200]));
  });

  it('accepts no more connections once it closes', async () => {
    const { server, port } = await aServer();
    await once(server.close(), 'close');
    const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => answerOf(port)));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
  });
});
