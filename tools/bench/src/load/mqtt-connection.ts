import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { connectPacket, frameOf } from './mqtt-frames.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);
/** The read buffer of all connections; its content is parsed before the next read. */
const ARRIVED = Buffer.alloc(65_536);
const [CONNACK, PUBACK] = [2, 4];
const [BINARY, CLOSE] = [2, 8];

/** Where and as whom a device connects. */
export interface MqttTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clientId: string;
  readonly topic: string;
}

/**
 * One MQTT connection over a WebSocket that understands CONNACK and PUBACK only, because its cost comes out of the
 * processors that are measured.
 */
export class MqttConnection {
  /** Called once with the packet ids of all acknowledgements that arrived together. */
  onAcks: (ids: readonly number[]) => void = () => undefined;
  #received: Buffer = NOTHING;
  #rest: Buffer = NOTHING;
  #upgraded = false;
  #ready: { resolve: (connection: MqttConnection) => void; reject: (error: Error) => void } | undefined;
  #closing = false;

  private constructor(
    private readonly socket: Socket,
    private readonly target: MqttTarget,
  ) {
    socket.setNoDelay(true);
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The broker closed the connection')));
  }

  /** Resolves when the broker has accepted the client. */
  static open(target: MqttTarget): Promise<MqttConnection> {
    const { hostname, port, pathname, host } = new URL(target.url);
    const socket: Socket = connect({
      ...{ port: Number(port), host: hostname },
      onread: {
        buffer: ARRIVED,
        callback: (bytes) => {
          connection.#take(ARRIVED.subarray(0, bytes));
          return true;
        },
      },
    });
    const connection = new MqttConnection(socket, target);
    const lines = Object.entries({
      ...{ Host: host, Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
      ...{ 'Sec-WebSocket-Protocol': 'mqtt', 'Sec-WebSocket-Key': randomBytes(16).toString('base64') },
      ...target.headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
    return new Promise((resolve, reject) => (connection.#ready = { resolve, reject }));
  }

  write(frames: Buffer): void {
    this.socket.write(frames);
  }

  close(): void {
    this.#closing = true;
    this.socket.destroy();
  }

  #fail(error: Error): void {
    if (this.#closing) return;
    if (this.#ready === undefined) throw error; // lost during a measurement, which is invalid then
    this.#closing = true;
    this.#ready.reject(error);
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    if (!this.#upgraded && !this.#readHead()) {
      this.#received = Buffer.from(this.#received);
      return;
    }
    const ids: number[] = [];
    const bytes = this.#received;
    let at = 0;
    while (at + 2 <= bytes.length) {
      const opcode = (bytes[at] as number) & 0x0f;
      let [start, length] = [at + 2, (bytes[at + 1] as number) & 0x7f];
      if (length === 126) {
        if (start + 2 > bytes.length) break;
        length = bytes.readUInt16BE(start);
        start += 2;
      }
      if (start + length > bytes.length) break;
      if (opcode === CLOSE) throw new Error('The broker ended the connection');
      if (opcode === BINARY || opcode === 0) this.#readPackets(bytes.subarray(start, start + length), ids);
      at = start + length;
    }
    this.#received = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
    if (ids.length > 0) this.onAcks(ids);
  }

  #readHead(): boolean {
    const end = this.#received.indexOf(HEAD_END);
    if (end === -1) return false;
    const head = this.#received.toString('latin1', 0, end);
    if (!head.startsWith('HTTP/1.1 101')) {
      this.#fail(new Error(`The upgrade was answered by ${head.split('\r\n')[0] ?? ''}`));
      return false;
    }
    this.#upgraded = true;
    this.#received = Buffer.from(this.#received.subarray(end + HEAD_END.length));
    this.write(frameOf(connectPacket(this.target.clientId)));
    return true;
  }

  /** All packets that arrive are shorter than 128 bytes; a frame may end within one. */
  #readPackets(payload: Buffer, ids: number[]): void {
    const bytes = this.#rest.length === 0 ? payload : Buffer.concat([this.#rest, payload]);
    let at = 0;
    while (at + 2 <= bytes.length) {
      const end = at + 2 + (bytes[at + 1] as number);
      if (end > bytes.length) break;
      const type = (bytes[at] as number) >> 4;
      if (type === PUBACK) ids.push(bytes.readUInt16BE(at + 2));
      else if (type === CONNACK) this.#accepted(bytes[at + 3]);
      at = end;
    }
    this.#rest = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
  }

  #accepted(code: number | undefined): void {
    if (code === 0) this.#ready?.resolve(this);
    else this.#ready?.reject(new Error(`The broker refused the client: ${code}`));
    this.#ready = undefined;
  }
}
