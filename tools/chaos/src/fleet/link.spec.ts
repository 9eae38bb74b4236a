import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { WebSocketServer } from 'ws';
import { openLink } from './link.ts';
import { FrameCutter } from './web-socket-frames.ts';

let server: WebSocketServer;
beforeAll(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/mqtt' });
  server.on('connection', (socket, { headers }) => {
    socket.ping('are you there');
    socket.on('pong', (data) => socket.send(data));
    socket.on('message', (data) => socket.send(data as Buffer));
    socket.send(Buffer.from(`${socket.protocol} ${String(headers['x-iot-token'])}`));
  });
  await once(server, 'listening');
});
afterAll(() => server.close());

const url = (path = '') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at % 251));

it('a link carries bytes of any length over WebSocket, and answers pings', async () => {
  const sent = [0, 1, 125, 126, 127, 65_535].map(bytesOf);
  const expected = ['mqtt a-token', 'are you there', ...sent.map((bytes) => bytes.toString('latin1'))];
  const received: string[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<number | undefined>();
  const link = openLink(url(), 'a-token', {
    opened: () => sent.forEach((bytes) => link.send(bytes)),
    received: (bytes) => {
      if (received.push(bytes.toString('latin1')) === expected.length) link.end();
    },
    closed: resolve,
  });
  await closed;
  expect(received.toSorted()).toEqual(expected.toSorted());
});

it('a link that is refused says with which status', async () => {
  const refusing = new WebSocketServer({
    ...{ host: '127.0.0.1', port: 0 },
    verifyClient: (_: unknown, done: (isOk: boolean, status: number) => void) => done(false, 401),
  });
  await once(refusing, 'listening');
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const { port } = refusing.address() as AddressInfo;
  openLink(`http://127.0.0.1:${port}`, '', {
    ...{ opened: () => undefined, received: () => undefined },
    closed: resolve,
  });
  expect(await promise).toBe(401);
  refusing.close();
});

/** A frame as servers send it. */
function serverFrame(payload: Buffer): Buffer {
  const { length } = payload;
  const size = Buffer.alloc(length < 126 ? 1 : 3);
  if (length < 126) size[0] = length;
  else {
    size[0] = 126;
    size.writeUInt16BE(length, 1);
  }
  return Buffer.concat([Buffer.of(0x82), size, payload]);
}

it('frames are the same wherever the network cuts them', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 400 }), (sizes, cut) => {
      const bytes = Buffer.concat(sizes.map((size) => serverFrame(bytesOf(size))));
      const read: number[] = [];
      const cutter = new FrameCutter((opcode, payload) => {
        expect([opcode, payload.equals(bytesOf(payload.length))]).toEqual([2, true]);
        read.push(payload.length);
      });
      for (let at = 0; at < bytes.length; at += cut) cutter.take(bytes.subarray(at, at + cut));
      expect(read).toEqual(sizes);
    }),
  );
});
