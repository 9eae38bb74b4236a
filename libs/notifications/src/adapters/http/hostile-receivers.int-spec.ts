import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AllowedHosts } from '../../domain/index.ts';
import { AddressLookup } from './address-lookup.ts';
import { HttpWebhookSender } from './http-webhook-sender.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const NEVER = new AbortController().signal;
const OK = 'HTTP/1.1 200 OK\r\n';

/** What a receiver does with a connection when the first bytes have arrived. */
type Behaviour = (socket: Socket) => void;

async function receiverThat(behave: Behaviour) {
  const gone: Promise<unknown>[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    gone.push(new Promise((done) => socket.once('close', done)));
    socket.on('end', () => socket.end());
    socket.once('data', () => behave(socket));
    ends.push(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, gone };
}

/** Writes as fast as the other side reads, until the connection ends. */
const endlessly =
  (piece: string, before = ''): Behaviour =>
  (socket) => {
    socket.write(before);
    const block = piece.repeat(Math.ceil(4_096 / piece.length));
    const more = () => {
      while (!socket.destroyed) if (!socket.write(block)) return void socket.once('drain', more);
    };
    more();
  };
const slowly =
  (piece: string, before = ''): Behaviour =>
  (socket) => {
    socket.write(before);
    const timer = setInterval(() => socket.write(piece), 5);
    socket.once('close', () => clearInterval(timer));
  };
const answering =
  (text: string): Behaviour =>
  (socket) =>
    void socket.write(text);

const TIMEOUT_MS = 300;
async function sentTo(host: string, protocol = 'http', timeoutMs = TIMEOUT_MS) {
  const sender = new HttpWebhookSender(new AllowedHosts([host]), new AddressLookup(), { timeoutMs });
  ends.push(() => sender.close());
  return sender.send({ url: `${protocol}://${host}/`, body: '{}', headers: {} }, NEVER);
}

const TOO_LATE = `no answer within ${TIMEOUT_MS / 1_000} s`;
const TOO_MANY = 'more than ten interim answers (1xx) came before an answer';
const LARGE_HEAD = 'the head of the answer is larger than 8 kB';
const UPGRADE = 'upgrade: websocket\r\nconnection: upgrade\r\n\r\n';
const INTERIM = 'HTTP/1.1 102 Processing\r\n\r\n';

/** What is recorded of an attempt: a status, or the reason why there is none. */
const CASES: readonly (readonly [string, Behaviour, status: number | null, reason: string | null])[] = [
  ['switches protocols', answering(`HTTP/1.1 101 Switching Protocols\r\n${UPGRADE}`), 101, null],
  ['switches protocols and talks on', endlessly('x', `HTTP/1.1 101 Switching\r\n${UPGRADE}`), 101, null],
  ['answers 101 without a protocol', slowly('x', 'HTTP/1.1 101 Switching\r\n\r\n'), 101, null],
  ['sends 102 without end', endlessly(INTERIM), null, TOO_MANY],
  ['sends 100 without end', endlessly('HTTP/1.1 100 Continue\r\n\r\n'), null, TOO_MANY],
  ['sends 103 without end, in time', slowly('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'), null, TOO_MANY],
  ['sends ten of them and nothing more', answering(INTERIM.repeat(10)), null, TOO_LATE],
  [
    'sends ten of them and an answer',
    answering(`${INTERIM.repeat(10)}${OK}content-length: 0\r\n\r\n`),
    200,
    null,
  ],
  ['sends a head without end', endlessly('x-more: y\r\n', OK), null, LARGE_HEAD],
  ['sends its head byte by byte', slowly('x', `${OK}x-more: `), null, TOO_LATE],
  ['says nothing', () => undefined, null, TOO_LATE],
  ['ends the connection', (socket) => socket.destroy(), null, 'the connection was cut'],
  ['resets the connection', (socket) => socket.resetAndDestroy(), null, 'the connection was cut'],
  ['closes its half of the connection', (socket) => socket.end(), null, 'the connection was cut'],
  ['closes it within the head', (socket) => socket.end(OK), null, 'the connection was cut'],
  ['sends a body without end', endlessly('x', `${OK}\r\n`), 200, null],
  ['sends its body byte by byte', slowly('x', `${OK}content-length: 900\r\n\r\n`), 200, null],
  [
    'resets the connection within the body',
    (socket) => {
      socket.write(`${OK}content-length: 900\r\n\r\nx`, () => setTimeout(() => socket.resetAndDestroy(), 20));
    },
    200,
    null,
  ],
  [
    'sends a chunk extension without end',
    endlessly('x', `${OK}transfer-encoding: chunked\r\n\r\n1;x=`),
    200,
    null,
  ],
  [
    'sends trailers without end',
    endlessly('x: y\r\n', `${OK}transfer-encoding: chunked\r\n\r\n0\r\n`),
    200,
    null,
  ],
  ['sends an answer after its answer', endlessly(`${OK}content-length: 0\r\n\r\n`), 200, null],
  ['answers 000', answering('HTTP/1.1 000 Nothing\r\ncontent-length: 0\r\n\r\n'), 0, null],
  ['answers 999', answering('HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n'), 999, null],
];

/** Those whose answer is whole, so that the connection is kept for the next one. */
const KEPT = new Set(['sends ten of them and an answer', 'answers 000', 'answers 999']);

describe('a receiver that', () => {
  it.each(CASES)('%s ends the attempt and its connection', async (name, behave, status, reason) => {
    const { host, gone } = await receiverThat(behave);
    const answer = await sentTo(host);
    expect([answer.status, answer.reason]).toEqual([status, reason]);
    expect(answer.duration).toEqual(expect.any(Number));
    if (!KEPT.has(name)) await Promise.all(gone);
  });

  it('never ends the TLS handshake ends the attempt and its connection', async () => {
    const { host, gone } = await receiverThat(() => undefined);
    expect(await sentTo(host, 'https')).toMatchObject({ status: null, reason: TOO_LATE });
    await Promise.all(gone);
  });

  it('talks on during the TLS handshake ends the attempt and its connection', async () => {
    const { host, gone } = await receiverThat(endlessly('x'));
    const { status, reason } = await sentTo(host, 'https');
    expect([status, reason]).toEqual([null, expect.stringContaining('TLS failed')]);
    await Promise.all(gone);
  });

  it('never ends its body holds one connection per attempt, because the attempt ends with it', async () => {
    let open = 0;
    let mostOpen = 0;
    const { host } = await receiverThat((socket) => {
      mostOpen = Math.max(mostOpen, ++open);
      socket.once('close', () => open--);
      socket.write(`${OK}content-length: 900\r\n\r\n`);
    });
    for (let attempt = 0; attempt < 6; attempt++) expect((await sentTo(host, 'http', 300)).status).toBe(200);
    // The server may see the end of one connection after the beginning of the next.
    expect(mostOpen).toBeLessThanOrEqual(2);
  });
});
