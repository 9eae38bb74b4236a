// The minimum cost of QoS 1 into PostgreSQL for a Node.js process: one PUBLISH per frame, each reading written into the
// service's own table by the service's own statement in batches, and a PUBACK. It has no tokens, limits, ordering or
// validation, and understands no MQTT beyond what the load sends.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { newId, textOrder } from '@furrow/kernel';
import { ADD_WEATHER, weatherParameters } from '@furrow/telemetry/sql';
import pg from 'pg';

const CONNECTIONS = 2;
/** The batch size from which a second concurrent transaction pays off, and the maximum batch size. */
const [MIN_SECOND_BATCH, MAX_BATCH] = [100, 1_000];
/** The GUID that the handshake's answer is derived from (RFC 6455, section 1.3). */
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const CONNACK = Buffer.from([0x82, 4, 0x20, 2, 0, 0]);

/** A reading as the load sends it, with three values. */
type Reading = Parameters<typeof weatherParameters>[0][number]['reading'];

interface Message {
  readonly socket: Socket;
  readonly packetId: number;
  readonly deviceId: string;
  readonly reading: Reading;
}

const [companyId, projectId, sectorId] = [newId(), newId(), newId()];
const idle = await Promise.all(Array.from({ length: CONNECTIONS }, connect));
await idle[0]?.query(`SELECT telemetry.make_partitions(ARRAY['2025-01-01', '2025-02-01']::date[])`);
let waiting: Message[] = [];
let isDue = false;

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  await client.query('SET ROLE furrow_system');
  return client;
}

function flush(): void {
  isDue = false;
  while (waiting.length >= (idle.length === CONNECTIONS ? 1 : MIN_SECOND_BATCH)) {
    const client = idle.pop();
    if (client === undefined) return;
    const batch = waiting.slice(0, MAX_BATCH).sort((a, b) => textOrder(a.deviceId, b.deviceId));
    waiting = waiting.slice(MAX_BATCH);
    store(client, batch).then(
      () => {
        idle.push(client);
        for (const { socket, packetId } of batch)
          socket.write(Buffer.from([0x82, 4, 0x40, 2, packetId >> 8, packetId & 0xff]));
        flush();
      },
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  }
}

async function store(client: pg.Client, batch: readonly Message[]): Promise<void> {
  const rows = batch.map(({ deviceId, reading }) => ({
    kind: 'weather' as const,
    device: { companyId, deviceId, projectId, sectorId },
    reading,
    sectorId,
  }));
  await client.query({ ...ADD_WEATHER, values: weatherParameters(rows) });
}

/** @param frame a complete frame, masked with zeros and shorter than 64 KiB */
function packetOf(frame: Buffer): Buffer {
  return frame.subarray(((frame[1] as number) & 0x7f) === 126 ? 8 : 6);
}

/** @param packet shorter than 16 KiB */
function messageOf(socket: Socket, packet: Buffer): Message {
  const body = (packet[1] as number) < 0x80 ? 2 : 3;
  const end = body + 2 + packet.readUInt16BE(body);
  return {
    socket,
    packetId: packet.readUInt16BE(end),
    deviceId: packet.toString('latin1', body + 2, end).split('/')[2] ?? '',
    reading: JSON.parse(packet.toString('latin1', end + 2)) as Reading,
  };
}

const server = createServer();
server.on('upgrade', ({ headers }, stream) => {
  const socket = stream as Socket;
  const accept = createHash('sha1')
    .update(`${headers['sec-websocket-key'] ?? ''}${HANDSHAKE}`)
    .digest('base64');
  socket.setNoDelay(true);
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n`,
  );
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write(CONNACK);
    socket.on('data', (frame: Buffer) => {
      waiting.push(messageOf(socket, packetOf(frame)));
      if (isDue) return;
      isDue = true;
      setImmediate(flush);
    });
  });
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt` });
});
