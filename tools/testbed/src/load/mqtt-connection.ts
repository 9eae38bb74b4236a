import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { BINARY, CLOSE, CONTINUATION, frame, message, PING, PONG } from './frames.ts';
import { CONNACK, connectPacket, PUBACK } from './packets.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);
/** The read buffer of all connections; its content is parsed before the next read. */
const ARRIVED = Buffer.alloc(65_536);
/** As MQTT.js waits by default. */
const ACCEPTED_WITHIN_MS = 30_000;

/** Where and as whom a device connects. */
export interface MqttTarget {
  /** Of a gateway or a broker over WebSocket (`ws://…/mqtt`), or of a broker over TCP (`mqtt://…`). */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clientId: string;
  readonly topic: string;
}

/** The broker did not accept the client. */
export class NotAccepted extends Error {
  override readonly name = 'NotAccepted';
  constructor(
    message: string,
    /** Of the answer to the upgrade, where there was one. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/**
 * An MQTT connection that understands CONNACK and PUBACK only, because its cost comes out of the processors that are
 * measured, and because thousands of them reconnect at once.
 */
export class MqttConnection {
  /** Called once with the packet ids of all acknowledgements that arrived together. */
  onAcks: (ids: readonly number[]) => void = () => undefined;
  /** Called when an accepted connection is lost; by default a measurement is invalid then. */
  onLost: (error: Error) => void = (error) => {
    throw error;
  };
  #received: Buffer = NOTHING;
  #rest: Buffer = NOTHING;
  #status: number | undefined;
  #ready: { resolve: (connection: MqttConnection) => void; reject: (error: Error) => void } | undefined;
  #isOver = false;
  readonly #isWebSocket: boolean;

  private constructor(
    private readonly socket: Socket,
    private readonly target: MqttTarget,
  ) {
    this.#isWebSocket = !target.url.startsWith('mqtt:');
    socket.setNoDelay(true);
    socket.setTimeout(ACCEPTED_WITHIN_MS, () => this.#fail(new Error('The broker did not answer')));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The broker closed the connection')));
  }

  /** Resolves when the broker has accepted the client. @throws NotAccepted */
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
    if (!connection.#isWebSocket) connection.send(connectPacket(target));
    else {
      const lines = Object.entries({
        ...{ Host: host, Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
        ...{ 'Sec-WebSocket-Protocol': 'mqtt', 'Sec-WebSocket-Key': randomBytes(16).toString('base64') },
        ...target.headers,
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
    }
    return new Promise((resolve, reject) => (connection.#ready = { resolve, reject }));
  }

  /** @param bytes as they go over the wire */
  write(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  send(packet: Buffer): void {
    this.write(this.#isWebSocket ? message(packet) : packet);
  }

  close(): void {
    this.#isOver = true;
    this.socket.destroy();
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.close();
    if (this.#ready === undefined) this.onLost(error);
    else this.#ready.reject(new NotAccepted(error.message, this.#status));
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const ids: number[] = [];
    if (!this.#isWebSocket) {
      this.#readPackets(this.#received, ids);
      this.#received = NOTHING;
    } else if (this.#status === undefined && !this.#readHead()) this.#received = Buffer.from(this.#received);
    else this.#readFrames(ids);
    if (ids.length > 0) this.onAcks(ids);
  }

  #readFrames(ids: number[]): void {
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
      const payload = bytes.subarray(start, start + length);
      if (opcode === BINARY || opcode === CONTINUATION) this.#readPackets(payload, ids);
      else if (opcode === PING) this.write(frame(PONG, payload));
      else if (opcode === CLOSE) this.#fail(new Error('The broker ended the connection'));
      at = start + length;
    }
    this.#received = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
  }

  #readHead(): boolean {
    const end = this.#received.indexOf(HEAD_END);
    if (end === -1) return false;
    const [status = ''] = this.#received.toString('latin1', 0, end).split('\r\n');
    this.#status = Number(status.split(' ')[1]);
    if (this.#status !== 101) {
      this.#fail(new Error(`The upgrade was answered by ${status}`));
      return false;
    }
    this.#received = Buffer.from(this.#received.subarray(end + HEAD_END.length));
    this.send(connectPacket(this.target));
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
    if (code !== 0) {
      this.#fail(new Error(`The broker refused the client: ${code}`));
      return;
    }
    this.socket.setTimeout(0);
    this.#ready?.resolve(this);
    this.#ready = undefined;
  }
}
