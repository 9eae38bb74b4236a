import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Line } from './line.ts';

let echo: Server;
let line: Line;
beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  line = await Line.lay((echo.address() as AddressInfo).port);
});
afterEach(async () => {
  await line.close();
  echo.close();
});

const dial = async (): Promise<Socket> => {
  const socket = connect(line.port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};
/** Resolves with whether an error closed it; `once` would throw the error. */
const closed = (socket: Socket) => new Promise<boolean>((resolve) => socket.once('close', resolve));
const said = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

describe('a proxied connection', () => {
  it('passes on data and its end', async () => {
    const socket = await dial();
    socket.write('hello');
    expect(await said(socket)).toBe('hello');
    socket.end();
    await closed(socket);
  });

  it('that is cut breaks its connections, and reconnects', async () => {
    const socket = await dial();
    socket.write('hello');
    await said(socket);
    line.cut();
    expect(await closed(socket)).toBe(true);
    const next = await dial();
    next.write('again');
    expect(await said(next)).toBe('again');
  });

  it('that is held keeps connections and data until it is released', async () => {
    const socket = await dial();
    line.hold();
    socket.write('later');
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    const newcomer = await dial();
    newcomer.write('too');
    // Whatever is forwarded at all is forwarded within a few turns of the event loop.
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toBe('');
    line.release();
    expect(await said(newcomer)).toBe('too');
    while (heard === '') await once(socket, 'data');
    expect(heard).toBe('later');
  });

  it('that falls silent passes nothing on open connections, notifies nobody, and reconnects', async () => {
    const socket = await dial();
    socket.write('hello');
    await said(socket);
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString())).on('close', () => (heard += 'closed'));
    line.silence();
    line.cut();
    socket.write('lost');
    const next = await dial();
    next.write('again');
    expect(await said(next)).toBe('again');
    expect(heard).toBe('');
  });

  it('ends if no server listens', async () => {
    echo.close();
    await once(echo, 'close');
    const socket = connect(line.port, '127.0.0.1').on('error', () => undefined);
    await closed(socket);
    expect(socket.bytesRead).toBe(0);
  });
});
