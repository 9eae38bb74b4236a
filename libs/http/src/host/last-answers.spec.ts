import { once } from 'node:events';
import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { closeWithLastAnswers } from './last-answers.ts';
import { openAnswers } from '../limits/open-answers.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function listening(): Promise<{ server: Server; next: () => Promise<ServerResponse>; port: number }> {
  const server = createServer();
  closeWithLastAnswers(server, openAnswers(server));
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
