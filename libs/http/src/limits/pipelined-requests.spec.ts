import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { answerInTurn } from './pipelined-requests.ts';

const requests = (count: number) =>
  Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nhost: x\r\n\r\n`).join('');

let begun: string[];
let open: ServerResponse[];
const server = createServer((request, response) => {
  begun.push(request.url!);
  open.push(response);
});
answerInTurn(server);
let client: Socket;
let heard: string;

beforeEach(async () => {
  [begun, open, heard] = [[], [], ''];
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  client.on('data', (text: string) => (heard += text)).on('error', () => undefined);
  await once(client, 'connect');
});
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

it('requests of a connection are started one after the other, and answered in order', async () => {
  client.write(requests(50));
  for (let i = 0; i < 50; i++) {
    await until(() => begun.length > i);
    expect(begun).toHaveLength(i + 1);
    open[i]!.end(`<${begun[i]}>`);
  }
  await until(() => heard.includes('</49>'));
  expect(heard.match(/<\/\d+>/g)).toEqual(begun.map((url) => `<${url}>`));
});

it('a connection continues after it was idle', async () => {
  for (let i = 0; i < 3; i++) {
    client.write(requests(1));
    await until(() => begun.length > i);
    open[i]!.end(`<${i}>`);
    await until(() => heard.includes(`<${i}>`));
  }
  expect(begun).toHaveLength(3);
});

it('a connection with more than a hundred waiting requests is closed, and none of them is started', async () => {
  client.write(requests(102));
  await once(client, 'close');
  expect(begun).toEqual(['/0']);
});

it('what was read with too many requests is not parsed, and later connections are served', async () => {
  let parsed = 0;
  const count = () => parsed++;
  server.on('request', count);
  client.write(requests(1_600));
  await once(client, 'close');
  server.off('request', count);
  expect(parsed).toBeLessThanOrEqual(102);
  for (let i = 0; i < 3; i++) {
    const other = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    other.write(requests(1));
    await until(() => begun.length === 2 + i);
    other.destroy();
  }
});

it('a request that waits behind a client that disconnects is not started', async () => {
  client.write(requests(3));
  await until(() => begun.length === 1);
  client.destroy();
  await once(open[0]!, 'close');
  expect(begun).toEqual(['/0']);
});

it('requests of other connections come in between those that are answered at once', async () => {
  const begunIn: number[] = [];
  let turn = 0;
  const quick = createServer((_request, response) => {
    begunIn.push(turn);
    response.end();
  });
  answerInTurn(quick);
  const next = () => {
    turn++;
    if (begunIn.length < 50) setImmediate(next);
  };
  next();
  await once(quick.listen(0, '127.0.0.1'), 'listening');
  const other = connect((quick.address() as AddressInfo).port, '127.0.0.1').resume();
  other.write(requests(50));
  await until(() => begunIn.length === 50);
  other.destroy();
  quick.close();
  expect(new Set(begunIn).size).toBeGreaterThan(25);
});
