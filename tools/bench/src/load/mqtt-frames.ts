const BINARY_FRAME = 0x82;
const MASKED = 0x80;
/** A mask of zeros is valid and leaves the bytes unchanged. */
const NO_MASK = [0, 0, 0, 0];
const TS_DIGITS = 13;

/** One masked WebSocket frame. */
export function frameOf(packet: Buffer): Buffer {
  const length =
    packet.length < 126 ? [MASKED | packet.length] : [MASKED | 126, packet.length >> 8, packet.length & 0xff];
  return Buffer.concat([Buffer.from([BINARY_FRAME, ...length, ...NO_MASK]), packet]);
}

export function connectPacket(clientId: string): Buffer {
  return packetOf(0x10, [field('MQTT'), Buffer.from([4, 2, 0, 0]), field(clientId)]);
}

/** The members of a weather reading: what every station sends, and what some send as well. */
const PLAIN = '"te":21.37,"hr":58.25,"wind":2.15';
const EXTRA = '"rain":0.2,"rad":612.5,"par":1237.5,"wet":10';

/** A PUBLISH of a weather reading at QoS 1, built once; each message overwrites its packet id and time. */
export class PublishTemplate {
  readonly #frame: Buffer;
  readonly #idAt: number;
  readonly #tsAt: number;

  /** @param isWhole whether readings have rain, radiation, light and wetness */
  constructor(topic: string, isWhole = false) {
    const members = isWhole ? `${PLAIN},${EXTRA}` : PLAIN;
    const payload = `{"ts":${'0'.repeat(TS_DIGITS)},${members}}`;
    this.#frame = frameOf(packetOf(0x32, [field(topic), Buffer.alloc(2), Buffer.from(payload)]));
    this.#idAt = this.#frame.length - payload.length - 2;
    this.#tsAt = this.#frame.length - payload.length + '{"ts":'.length;
  }

  /** Consecutive frames of `count` messages; readings lie a second apart. */
  frames(count: number, idOf: (index: number) => number, firstTs: number): Buffer {
    const size = this.#frame.length;
    const frames = Buffer.allocUnsafe(count * size);
    for (let i = 0; i < count; i++) {
      const at = i * size;
      this.#frame.copy(frames, at);
      const id = idOf(i);
      frames[at + this.#idAt] = id >> 8;
      frames[at + this.#idAt + 1] = id & 0xff;
      let rest = firstTs + i * 1_000;
      for (let digit = at + this.#tsAt + TS_DIGITS - 1; digit >= at + this.#tsAt; digit--) {
        const next = Math.floor(rest / 10);
        frames[digit] = 48 + rest - 10 * next;
        rest = next;
      }
    }
    return frames;
  }
}

function packetOf(first: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

function field(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}
