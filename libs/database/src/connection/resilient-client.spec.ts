import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { ResilientClient } from './resilient-client.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const FAREWELL = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

it('a client survives a PostgreSQL that stops in the packet that completes the login', async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([WELCOME, FAREWELL])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'any', ssl: false, Client: ResilientClient });
  pool.on('error', () => undefined);

  const client = await pool.connect();
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release();
  expect(pool.totalCount).toBe(0);
  await pool.end();
});
