import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { FrameCutter, frameOf, OPCODES } from './web-socket-frames.ts';

/** As MQTT.js waits by default. */
const CONNECTS_WITHIN_MS = 30_000;
const MAX_ANSWER_BYTES = 16_384;
// The same for all connections of the process: devices are many, and no proxy here confuses their handshakes.
const KEY = randomBytes(16).toString('base64');
const ACCEPT = createHash('sha1').update(`${KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');

/** A connection that carries MQTT packets. */
export interface Link {
  send(packet: Buffer): void;
  end(): void;
}

/** Callbacks of one link, in the order of their calls. */
export interface LinkOwner {
  opened(): void;
  received(bytes: Buffer): void;
  /** @param status the HTTP status, where the server answered with one */
  closed(status?: number): void;
}

/** Connects over WebSocket to a gateway (`http://…`) or over TCP to a broker (`mqtt://…`). */
export function openLink(url: string, token: string | undefined, owner: LinkOwner): Link {
  const { protocol, hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  socket.setTimeout(CONNECTS_WITHIN_MS, () => socket.destroy());
  socket.on('error', () => undefined); // 'close' follows
  return protocol === 'mqtt:' ? overTcp(socket, owner) : new WebSocketLink(socket, token ?? '', owner);
}

function overTcp(socket: Socket, owner: LinkOwner): Link {
  socket.on('connect', () => {
    socket.setTimeout(0);
    owner.opened();
  });
  socket.on('data', (bytes: Buffer) => owner.received(bytes));
  socket.on('close', () => owner.closed());
  return { send: (packet) => void socket.write(packet), end: () => void socket.destroy() };
}

/**
 * A WebSocket client of what devices need: thousands of them reconnect at once, on the cores that the gateways use
 * too, and a general library takes half of a reconnection's processor time on this side.
 */
class WebSocketLink implements Link {
  #answer: Buffer = Buffer.alloc(0);
  #status: number | undefined;
  #frames: FrameCutter | undefined;

  constructor(
    private readonly socket: Socket,
    token: string,
    private readonly owner: LinkOwner,
  ) {
    socket.on('connect', () =>
      socket.write(
        `GET /mqtt HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\nSec-WebSocket-Key: ${KEY}\r\n` +
          `X-IoT-Token: ${token}\r\n\r\n`,
      ),
    );
    socket.on('data', (bytes: Buffer) => {
      if (this.#frames) this.#frames.take(bytes);
      else this.#takeAnswer(bytes);
    });
    socket.on('close', () => owner.closed(this.#status));
  }

  send(packet: Buffer): void {
    this.socket.write(frameOf(OPCODES.binary, packet));
  }

  end(): void {
    this.socket.destroy();
  }

  #takeAnswer(bytes: Buffer): void {
    this.#answer = this.#answer.length === 0 ? bytes : Buffer.concat([this.#answer, bytes]);
    const end = this.#answer.indexOf('\r\n\r\n');
    if (end < 0) {
      if (this.#answer.length > MAX_ANSWER_BYTES) this.end();
      return;
    }
    const head = this.#answer.toString('latin1', 0, end);
    this.#status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
    if (this.#status !== 101 || !head.includes(ACCEPT)) {
      this.end();
      return;
    }
    const rest = this.#answer.subarray(end + 4);
    this.#answer = Buffer.alloc(0);
    this.#frames = new FrameCutter((opcode, payload) => this.#takeFrame(opcode, payload));
    this.socket.setTimeout(0);
    this.owner.opened();
    if (rest.length > 0) this.#frames.take(rest);
  }

  #takeFrame(opcode: number, payload: Buffer): void {
    if (opcode === OPCODES.ping) this.socket.write(frameOf(OPCODES.pong, payload));
    else if (opcode === OPCODES.close) this.end();
    else if (opcode === OPCODES.binary || opcode === OPCODES.continuation) this.owner.received(payload);
  }
}
