import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AllowedHosts, Destination, UrlNotAllowed } from '../../domain/index.ts';
import { answering, Receiver } from '../../testing/index.ts';
import { NameServer } from '../../testing/name-server.ts';
import { AddressLookup } from './address-lookup.ts';
import { DnsDestinationCheck } from './dns-destination-check.ts';
import { HttpWebhookSender, type SenderOptions } from './http-webhook-sender.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const NEVER = new AbortController().signal;
const PUBLIC = '93.184.215.14';

async function aReceiver(answer?: Receiver['answer']): Promise<Receiver> {
  const receiver = await Receiver.start(answer);
  ends.push(() => receiver.stop());
  return receiver;
}

async function aNameServer(addresses: (asked: number) => readonly string[] | undefined): Promise<NameServer> {
  const server = await NameServer.start(addresses);
  ends.push(() => server.stop());
  return server;
}

function aSender(hosts: readonly string[], lookup = new AddressLookup(), options: SenderOptions = {}) {
  const sender = new HttpWebhookSender(new AllowedHosts(hosts), lookup, { timeoutMs: 5_000, ...options });
  ends.push(() => sender.close());
  return (url: string, body = '{}') => sender.send({ url, body, headers: { 'webhook-id': 'evt_1' } }, NEVER);
}

async function listening(server: Server): Promise<string> {
  // A half-closed connection would keep the test's process alive.
  server.on('connection', (socket: Socket) => ends.push(() => socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a webhook request', () => {
  it('is one POST with its headers and body, over connections that are reused', async () => {
    const ports = new Set<number | undefined>();
    const receiver = await aReceiver((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(200).end('thank you');
    });
    const send = aSender([receiver.host]);
    for (let i = 0; i < 3; i++)
      expect(await send(receiver.url, '{"ñ":1}')).toMatchObject({ status: 200, reason: null });
    expect(receiver.received[0]).toMatchObject({
      body: '{"ñ":1}',
      headers: { 'webhook-id': 'evt_1', host: receiver.host },
    });
    expect(ports.size).toBe(1);
  });

  it('follows no redirect', async () => {
    const inner = await aReceiver();
    const receiver = await aReceiver(answering(307, { location: inner.url }));
    expect(await aSender([receiver.host, inner.host])(receiver.url)).toMatchObject({ status: 307 });
    expect(inner.received).toEqual([]);
  });

  it('reads the status and Retry-After of a response, and at most about a kilobyte of its body', async () => {
    let written = 0;
    let closed = 0;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const receiver = await aReceiver((_request, response) => {
      response.writeHead(503, { 'retry-after': '7' });
      const more = () => {
        while (!response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      response.on('close', () => closed++);
      more();
    });
    expect(await aSender([receiver.host])(receiver.url)).toEqual({
      duration: expect.any(Number),
      status: 503,
      reason: null,
      retryAfter: '7',
    });
    while (closed === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBeLessThan(50e6); // an endless answer still fills the socket buffers
  });

  it('ends in time, and reports why there was no response', async () => {
    const silent = await aReceiver(() => undefined);
    expect(await aSender([silent.host], undefined, { timeoutMs: 50 })(silent.url)).toMatchObject({
      ...{ status: null, reason: 'no answer within 0.05 s' },
    });
    const gone = await aReceiver();
    await gone.stop();
    const send = aSender([silent.host, '127.0.0.1:1']);
    expect(await send('http://127.0.0.1:1/')).toMatchObject({
      status: null,
      reason: 'the connection was refused',
    });
    const cut = await listening(createServer((socket) => socket.destroy()));
    expect((await aSender([cut])(`http://${cut}/`)).reason).toBe('the connection was cut');
    const odd = await listening(createServer((socket) => socket.end('SSH-2.0-secret\r\n\r\n')));
    expect((await aSender([odd])(`http://${odd}/`)).reason).toBe('the answer is not HTTP');
    const head = `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(10_000)}\r\n\r\n`;
    const large = await listening(createServer((socket) => socket.end(head)));
    expect((await aSender([large])(`http://${large}/`)).reason).toBe(
      'the head of the answer is larger than 8 kB',
    );
  });

  it('is not started once the process stops', async () => {
    const receiver = await aReceiver();
    const sender = new HttpWebhookSender(new AllowedHosts([receiver.host]), new AddressLookup());
    const request = { url: receiver.url, body: '{}', headers: {} };
    expect(await sender.send(request, AbortSignal.abort())).toMatchObject({
      ...{ status: null, reason: 'cut off' },
    });
    expect(receiver.received).toEqual([]);
  });

  it('is sent again when a kept connection closes just as it is reused', async () => {
    const requests: number[] = [];
    const host = await listening(
      createServer((socket) => {
        const connection = requests.push(0) - 1;
        socket.on('data', () => {
          requests[connection]!++;
          if (connection === 0 && requests[0] === 2) socket.resetAndDestroy();
          else socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        });
      }),
    );
    const send = aSender([host]);
    expect([await send(`http://${host}/`), await send(`http://${host}/`)]).toMatchObject([
      ...[{ status: 204 }, { status: 204 }],
    ]);
    expect(requests).toEqual([2, 1]);
  });

  it('keeps no connection whose response has headers and no end', async () => {
    const closed = Promise.withResolvers<unknown>();
    const host = await listening(
      createServer((socket) => {
        socket.on('error', () => undefined).once('close', closed.resolve);
        socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n'));
      }),
    );
    const send = aSender([host], undefined, { timeoutMs: 2_000 });
    expect((await send(`http://${host}/`)).status).toBe(200);
    await closed.promise;
  });

  it('uses TLS with the name of the host, whatever address it has', async () => {
    const names: string[] = [];
    const server = createTlsServer({
      SNICallback: (name, done) => {
        names.push(name);
        done(new Error('no certificate'));
      },
    });
    server.on('tlsClientError', () => undefined);
    const [, port] = (await listening(server)).split(':');
    class Fixed extends AddressLookup {
      override addressesOf = () => Promise.resolve(['127.0.0.1']);
    }
    const send = aSender([`hooks.example:${port}`], new Fixed());
    expect((await send(`https://hooks.example:${port}/`)).status).toBeNull();
    expect(names).toEqual(['hooks.example']);
  });
});

describe('a host name', () => {
  const allowedAt = (server: NameServer) => new AddressLookup([server.address]);
  const check = async (server: NameServer, url: string) =>
    new DnsDestinationCheck(allowedAt(server)).check(Destination.of(url, new AllowedHosts([])));

  it('of a private address is refused when the webhook is created', async () => {
    for (const addresses of [['127.0.0.1'], ['10.1.1.1'], [PUBLIC, '169.254.169.254']]) {
      const server = await aNameServer(() => addresses);
      await expect(check(server, 'https://hooks.example/')).rejects.toThrow(UrlNotAllowed);
    }
    await expect(check(await aNameServer(() => [PUBLIC]), 'https://hooks.example/')).resolves.toBeUndefined();
  });

  it('without an answer is accepted then, and checked when the webhook is sent', async () => {
    const server = await aNameServer(() => []);
    await expect(check(server, 'https://hooks.example/')).resolves.toBeUndefined();
    expect(await aSender([], allowedAt(server))('https://hooks.example/')).toMatchObject({
      ...{ status: null, reason: 'the host has no address' },
    });
  });

  it('whose servers are silent delays nothing longer than an attempt may take', async () => {
    const server = await aNameServer(() => undefined);
    const send = aSender([], allowedAt(server), { timeoutMs: 100 });
    expect((await send('https://hooks.example/')).reason).toBe('no answer within 0.1 s');
  });

  it('of a private address at the time of sending receives nothing', async () => {
    const receiver = await aReceiver();
    const [, port] = receiver.host.split(':');
    const server = await aNameServer((asked) => [asked === 1 ? PUBLIC : '127.0.0.1']);
    const url = `https://hooks.example:${port}/`;
    await check(server, url);
    const { status, reason } = await aSender([], allowedAt(server))(url);
    expect([status, reason]).toEqual([null, expect.stringMatching(/^url_not_allowed: /)]);
    expect(server.asked).toBe(2);
    expect([receiver.received, receiver.connections]).toEqual([[], 0]);
  });

  it('is looked up once per connection, which uses the checked address', async () => {
    const receiver = await aReceiver();
    const [, port] = receiver.host.split(':');
    // A second look-up would lead to the internal address.
    const server = await aNameServer((asked) => [asked === 1 ? PUBLIC : '127.0.0.1']);
    const send = aSender([], allowedAt(server), { timeoutMs: 300 });
    expect((await send(`https://hooks.example:${port}/`)).status).toBeNull();
    expect(server.asked).toBe(1);
    expect(receiver.connections).toBe(0);
  });
});
