import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { FairSemaphore } from '@furrow/concurrency';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { generate, type Packet } from 'mqtt-packet';
import { WebSocketServer } from 'ws';
import { CompanyTurns, CountLimit } from '../company-turns.ts';
import { BINARY_MESSAGE, LENGTH_IN_2_BYTES, LENGTH_IN_8_BYTES } from './frame-reader.ts';
import { PacketStream } from './packet-stream.ts';
import type { MemoryShare, StreamHost, StreamOwner } from './ports.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;
const UPGRADE = [
  ...['GET /mqtt HTTP/1.1', 'host: x', 'connection: Upgrade', 'upgrade: websocket'],
  ...['sec-websocket-version: 13', 'sec-websocket-key: AAECAwQFBgcICQoLDA0ODw==', '', ''],
].join('\r\n');
const CONNECT: Packet = {
  ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4 },
  ...{ clean: true, clientId: 'x', keepalive: 0 },
};
const UNSUBSCRIBE: Packet = { cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['a'] };
/** The stream's maximum. */
const PACKETS_A_RUN = 64;
const RUNS_A_TURN = 2;

/** Packets in one frame with a mask of zeros. */
function frame(body: Buffer): Buffer {
  const head = Buffer.alloc(body.length < LENGTH_IN_2_BYTES ? 6 : body.length <= 0xffff ? 8 : 14);
  head[0] = BINARY_MESSAGE;
  if (head.length === 6) head[1] = 0x80 | body.length;
  else if (head.length === 8) {
    head[1] = 0x80 | LENGTH_IN_2_BYTES;
    head.writeUInt16BE(body.length, 2);
  } else {
    head[1] = 0x80 | LENGTH_IN_8_BYTES;
    head.writeBigUInt64BE(BigInt(body.length), 2);
  }
  return Buffer.concat([head, body]);
}

const times = (count: number, bytes: Buffer): Buffer => Buffer.concat(Array<Buffer>(count).fill(bytes));

describe('the packet stream of a connection', () => {
  let server: Server;
  let opened: ((stream: PacketStream<string>, network: Socket) => void) | undefined;
  let companyId: string;
  const sockets: Socket[] = [];
  const room: MemoryShare = { isFull: false, add: ignore, whenRoom: ignore };
  const host: StreamHost = {
    limits: { maxPacketBytes: MIB, maxConnectBytes: MIB },
    memory: {
      ...{ received: { of: () => room }, queued: { of: () => room } },
      largePackets: new FairSemaphore({ permits: MIB, timeoutMs: 1_000 }),
    },
    brokerTurns: new CompanyTurns(new CountLimit(RUNS_A_TURN)),
    causeOf: (error) => error,
    onViolation: ignore,
  };
  const owner = (): StreamOwner<string> => ({
    ...{ companyId, onConnect: ignore, onAcknowledgement: ignore },
    ...{ useOf: () => undefined, take: ignore },
  });

  beforeEach(async () => {
    const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    server = createServer().on('upgrade', (request, network, head) =>
      webSockets.handleUpgrade(request, network, head, (webSocket) => {
        const stream = new PacketStream({ webSocket, network: network as Socket }, host, owner());
        stream.on('error', ignore);
        opened?.(stream, network as Socket);
      }),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  /** A connected client, and what its stream has passed on since then. */
  async function connected(company: string) {
    companyId = company;
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(client);
    client.write(UPGRADE);
    const { stream, network } = await new Promise<{ stream: PacketStream<string>; network: Socket }>(
      (resolve) => {
        opened = (stream, network) => resolve({ stream, network });
      },
    );
    client.resume();
    const passed: Buffer[] = [];
    stream.on('readable', () => {
      for (let run: Buffer | null; (run = stream.read() as Buffer | null) !== null;) passed.push(run);
    });
    client.write(frame(generate(CONNECT)));
    while (passed.length === 0) await turn();
    passed.length = 0;
    stream.admit();
    return { client, stream, network, passed };
  }

  it('passes runs of packets to the broker in many turns of the event loop, alternating with other connections', async () => {
    const [busy, other] = [await connected('busy'), await connected('acme')];
    const runs = 100;
    const run = times(PACKETS_A_RUN, generate(UNSUBSCRIBE));
    const passed = () => Buffer.concat(busy.passed).length / run.length;
    busy.network.emit('data', frame(times(runs, run)));
    other.network.emit('data', frame(generate(UNSUBSCRIBE))); // in the same turn
    let [before, most, whenOther] = [0, 0, Infinity];
    while (passed() < runs || other.passed.length === 0) {
      most = Math.max(most, passed() - before);
      before = passed();
      if (other.passed.length > 0) whenOther = Math.min(whenOther, before);
      await turn();
    }
    expect(Buffer.concat(busy.passed)).toEqual(times(runs, run));
    expect(most).toBeLessThanOrEqual(2 * RUNS_A_TURN); // the test's turns may differ slightly from those of the stream
    expect(whenOther).toBeLessThanOrEqual(2 * RUNS_A_TURN);
  });

  it('is not read without pauses, however much data arrives', async () => {
    const { client, stream, network } = await connected('acme');
    const pings = times(16 * KIB, generate({ cmd: 'pingreq' }));
    client.write(times(128, frame(pings))); // as much of it as the kernel takes is available at once
    let [before, most] = [network.bytesRead, 0];
    while (network.bytesRead < 4 * MIB) {
      most = Math.max(most, network.bytesRead - before);
      before = network.bytesRead;
      await turn();
    }
    expect(most).toBeLessThanOrEqual(256 * KIB);
    expect(stream.destroyed).toBe(false);
  });

  it('keeps few of the broker’s answers that its client does not read', async () => {
    const { client, stream, network } = await connected('acme');
    client.pause();
    while (network.writableLength === 0) {
      network.write(frame(Buffer.alloc(256 * KIB)));
      await turn();
    }
    let [answers, taken] = [0, 0];
    do answers++;
    while (stream.write(Buffer.alloc(4), () => taken++));
    expect(answers * 4).toBeLessThanOrEqual(16 * KIB);
    for (let turns = 0; turns < 10; turns++) await turn();
    expect(taken).toBe(0); // so that the broker writes no more
  });
});

function ignore(): void {
  // ignored
}
