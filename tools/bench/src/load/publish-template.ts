import { message, publishPacket } from '@furrow/testbed/load';

const TS_DIGITS = 13;
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
    this.#frame = message(publishPacket(topic, payload, 1));
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
