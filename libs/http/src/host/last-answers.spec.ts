import { once } from 'node:events';
import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { closeWithLastAnswers } from './last-answers.ts';
import { openAnswers } from '../limits/open-answers.ts';
import { openConnections } from '../connections/open-connections.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function listening(): Promise<{ server: Server; next: () => Promise<ServerResponse>; port: number }> {
  const server = createServer();
  closeWithLastAnswers(server, openAnswers(server), openConnections(server));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const next = async () => ((await once(server, 'request')) as [unknown, ServerResponse])[1];
  return { server, next, port: (server.address() as AddressInfo).port };
}

/** Resolves with the Connection header once the answer is complete. */
function ask(port: number): Promise<{ text: string; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, agent }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ text, connection: response.headers.connection }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

it('a closing server answers what it has accepted, as the last on that connection, and ends', async () => {
  const { server, next, port } = await listening();
  const [answer, response] = [ask(port), await next()];
  const closed = once(server, 'close');
  server.close();
  response.end('done');
  expect(await answer).toEqual({ text: 'done', connection: 'close' });
  await closed;
});

it('a closing server ends the connection of a response whose headers promised more', async () => {
  const { server, next, port } = await listening();
  const [answer, response] = [ask(port), await next()];
  response.write('begun, ');
  const closed = once(server, 'close');
  server.close();
  response.end('done');
  expect(await answer).toEqual({ text: 'begun, done', connection: 'keep-alive' });
  await closed;
});

it('a server keeps connections alive as long as it is open', async () => {
  const { server, next, port } = await listening();
  for (let i = 0; i < 2; i++) {
    const [answer, response] = [ask(port), await next()];
    response.end('done');
    expect(await answer).toEqual({ text: 'done', connection: 'keep-alive' });
  }
  server.close();
  await once(server, 'close');
});

it.each([
  ['no request', ''],
  ['half a head', 'GET / HTTP/1.1\r\nhost:'],
])('a closing server ends a connection that has sent %s', async (_what, sent) => {
  const { server, port } = await listening();
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await Promise.all([once(server, 'connection'), once(socket, 'connect')]);
  socket.write(sent);
  const ended = once(socket.resume(), 'close');
  server.close();
  await Promise.all([once(server, 'close'), ended]);
  expect(server.listening).toBe(false);
});

it('a closing server lets a body arrive for as long as it takes', async () => {
  const { server, next, port } = await listening();
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\n');
  const response = await next();
  const closed = once(server, 'close');
  server.close();
  await new Promise((resolve) => setTimeout(resolve, 2_500)); // several looks at silent connections
  const answer = once(socket, 'data') as Promise<[Buffer]>;
  response.req.resume().once('end', () => response.end('done'));
  socket.write('body');
  expect((await answer).toString()).toMatch(/^HTTP\/1\.1 200 .*connection: close.*done$/is);
  await closed;
});
