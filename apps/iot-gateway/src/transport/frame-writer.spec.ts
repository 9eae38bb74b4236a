import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { FrameWriter } from './frame-writer.ts';

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
const clients: WebSocket[] = [];

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  for (const each of [...clients, ...sockets.clients]) each.terminate();
  sockets.close();
  await once(server.close(), 'close');
});

async function open() {
  const accepted = once(sockets, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  clients.push(client);
  const frames: Buffer[] = [];
  client.on('message', (frame: Buffer) => frames.push(frame));
  const [[socket, request]] = await Promise.all([accepted, once(client, 'open')]);
  const writer = new FrameWriter(socket as WebSocket, (request as { socket: Socket }).socket);
  const received = async (count: number) => {
    while (frames.length < count) await sleep(5);
    return frames;
  };
  return { writer, client, socket: socket as WebSocket, received };
}

it('the frame writer sends what arrives in one turn as one frame, acknowledgements last', async () => {
  const { writer, received } = await open();
  writer.acknowledge(0x0102);
  writer.send(Buffer.from([0xd0, 0]));
  writer.acknowledge(0xfffe);
  await turn();
  writer.acknowledge(3);
  expect((await received(2)).map((frame) => frame.toString('hex'))).toEqual([
    'd000400201024002fffe',
    '40020003',
  ]);
});

it('the frame writer sends any length', async () => {
  const { writer, received } = await open();
  const lengths = [125, 126, 127, 65_535, 65_536, 300_000];
  for (const length of lengths) {
    writer.send(Buffer.alloc(length, length % 251));
    await turn();
  }
  const frames = await received(lengths.length);
  expect(frames.map(({ length }) => length)).toEqual(lengths);
  expect(frames.every((frame) => frame.every((byte) => byte === frame.length % 251))).toBe(true);
});

it('the frame writer notifies every waiter when the client has read what was sent', async () => {
  const { writer, client } = await open();
  client.pause();
  let taken = 0;
  while (!writer.isBlocked) {
    writer.send(Buffer.alloc(1_048_576));
    await turn();
  }
  writer.whenTaken(() => taken++);
  writer.whenTaken(() => taken++);
  expect(taken).toBe(0);
  client.resume();
  while (taken < 2) await sleep(5);
  expect(writer.isBlocked).toBe(false);
  writer.whenTaken(() => taken++);
  expect(taken).toBe(3);
});

it('the frame writer knows how much it has to send before it sends', async () => {
  const { writer, received } = await open();
  const states = () => [writer.isBlocked, writer.isStuck];
  const seen = [states()];
  for (const kib of [65, 200]) {
    writer.send(Buffer.alloc(kib * 1_024));
    seen.push(states());
  }
  expect(seen).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
  await new Promise<void>((taken) => writer.whenTaken(taken));
  expect(states()).toEqual([false, false]);
  await received(1);
});

it('the frame writer sends nothing after the end of a connection', async () => {
  const { writer, client, socket, received } = await open();
  writer.send(Buffer.from('last words'));
  writer.end();
  socket.close();
  writer.send(Buffer.from('afterthought'));
  await once(client, 'close');
  expect((await received(1)).map(String)).toEqual(['last words']);
});
