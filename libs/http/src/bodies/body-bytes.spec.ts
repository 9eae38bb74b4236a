import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestTo } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { readBytes } from './body-bytes.ts';

/** More than a megabyte, and so read into one buffer. */
const SIZE = 3_000_000;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('reading a body', () => {
  it('leaves nothing of it with the request', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const client = requestTo({ port, method: 'POST', headers: { 'content-length': SIZE } });
    client.on('error', () => undefined).end(Buffer.alloc(SIZE, 'x'));
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    const read = async () => {
      const bytes = await readBytes(request, SIZE);
      expect(bytes).toHaveLength(SIZE);
      return new WeakRef(bytes.buffer);
    };
    const kept = await read();
    // A weak reference holds until the end of its turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(kept.deref()).toBeUndefined();
    // A connection that fails from now on does not end the process.
    expect(request.listenerCount('error')).toBeGreaterThan(0);
    client.destroy();
    server.close();
  });
});
