import { randomFillSync } from 'node:crypto';
import { expectDescribed } from '@furrow/testbed/described';
import WebSocket from 'ws';
import type { Listening } from './gateway.ts';

export const CONNECT = (
  over: {
    protocol?: string;
    level?: number;
    flags?: number;
    keepalive?: number;
    fields?: (string | Buffer)[];
  } = {},
) => {
  const { protocol = 'MQTT', level = 4, flags = 2, keepalive = 60, fields = ['raw'] } = over;
  return packet(
    0x10,
    field(protocol),
    [level, flags, keepalive >> 8, keepalive & 0xff],
    ...fields.map(field),
  );
};
export const ack = (first: number, id: number) => packet(first, [id >> 8, id & 0xff]);
export const PINGREQ = Buffer.from([0xc0, 0]);
export const DISCONNECT = Buffer.from([0xe0, 0]);

export function publish(topic: string | Buffer, payload: string | Buffer, first = 0x32, id = 1): Buffer {
  const withId = (first & 6) === 0 ? [] : [id >> 8, id & 0xff];
  return packet(first, field(topic), withId, Buffer.from(payload));
}

export function subscribe(filters: (string | Buffer)[], qos = 1, id = 9): Buffer {
  return packet(0x82, [id >> 8, id & 0xff], ...filters.flatMap((filter) => [field(filter), [qos]]));
}

export function packet(first: number, ...parts: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)));
  return Buffer.concat([Buffer.from([first, ...lengthOf(body.length)]), body]);
}

export function field(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text as string);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

function lengthOf(length: number): number[] {
  const bytes: number[] = [];
  for (let rest = length; ;) {
    const byte = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? byte | 0x80 : byte);
    if (rest === 0) return bytes;
  }
}

/** Bytes of a frame from which on its mask is zero: masking what a flood sends costs more than all else of a test. */
const LARGE = 65_536;

/** A client that sends arbitrary bytes. */
export class RawClient {
  #isLarge = false;
  received = Buffer.alloc(0);
  closeCode: number | undefined;
  closeReason = '';
  readonly closed: Promise<number>;

  readonly socket: WebSocket;

  private constructor(mqttUrl: string, headers: Record<string, string>) {
    const generateMask = (mask: Buffer): Buffer => (this.#isLarge ? mask.fill(0) : randomFillSync(mask));
    const socket = new WebSocket(mqttUrl, 'mqtt', { headers, generateMask });
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      this.received = Buffer.concat([this.received, data]);
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) =>
      socket.once('close', (code, reason) => {
        this.closeCode = code;
        this.closeReason = reason.toString();
        resolve(code);
      }),
    );
  }

  static async open(
    { mqttUrl }: Pick<Listening, 'mqttUrl'>,
    token: string,
    more: Record<string, string> = {},
  ): Promise<RawClient> {
    const client = new RawClient(mqttUrl, { 'x-iot-token': token, ...more });
    await new Promise((resolve, reject) => client.socket.once('open', resolve).once('error', reject));
    return client;
  }

  static async connected(
    gateway: Pick<Listening, 'mqttUrl'>,
    token: string,
    connect = CONNECT(),
  ): Promise<RawClient> {
    const client = await RawClient.open(gateway, token);
    client.send(connect);
    await client.bytes(4);
    client.received = Buffer.alloc(0);
    return client;
  }

  send(...packets: Buffer[]): void {
    const bytes = Buffer.concat(packets);
    this.#isLarge = bytes.length >= LARGE;
    this.socket.send(bytes);
  }

  /** The received bytes, once there are at least `count`. */
  async bytes(count: number, withinMs = 60_000): Promise<Buffer> {
    const areThere = () => this.received.length >= count;
    if (!areThere())
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(late);
          this.socket.off('message', look);
          resolve();
        };
        const look = () => areThere() && end();
        const late = setTimeout(end, withinMs);
        this.socket.on('message', look);
      });
    if (areThere()) return this.received;
    throw new Error(`Received ${this.received.length} of ${count} bytes; closed: ${this.closeCode}`);
  }

  /** Whether the connection ends in time. */
  async ends(withinMs = 60_000): Promise<boolean> {
    const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), withinMs).unref());
    return Promise.race([this.closed.then(() => true), timeout]);
  }

  end(): void {
    this.socket.terminate();
  }
}

/** An upgrade that should be refused with an HTTP answer. */
export function refusedUpgrade(
  url: string,
  headers: Record<string, string> = {},
  protocol: string | null = 'mqtt',
): Promise<{ status: number; headers: Record<string, unknown>; body: Record<string, unknown> }> {
  const socket =
    protocol === null ? new WebSocket(url, { headers }) : new WebSocket(url, protocol, { headers });
  return new Promise((resolve, reject) => {
    socket.on('open', () => {
      socket.terminate();
      reject(new Error('The upgrade was not refused'));
    });
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        const { statusCode: status = 0, headers: heads } = response;
        const { pathname: path } = new URL(url);
        try {
          const head = new Headers(heads as Record<string, string>);
          expectDescribed('gateway', { method: 'GET', path, status, headers: head, text });
          resolve({ status, headers: heads, body: JSON.parse(text) as Record<string, unknown> });
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  });
}
