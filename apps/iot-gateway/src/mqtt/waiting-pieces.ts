/** Where packets go: CONNECT to the broker before anything else does, readings into the lane, the rest to the broker. */
export type Way = 'connect' | 'lane' | 'broker';

/** Whole packets, one behind the other, that go the same way. */
export interface Piece {
  readonly way: Way;
  readonly bytes: Buffer;
}

/** In many small pieces what waits takes up more than its bytes. */
const OVERHEAD_BYTES = 256;

/** What a connection has received and not passed on yet, in its order. */
export class WaitingPieces {
  readonly #pieces: Piece[] = [];
  #bytes = 0;

  constructor(private readonly memory: { keepWaiting(bytes: number): void }) {}

  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  /** Asked for with every message; mostly there is none, and then the list need not be fetched. */
  get first(): Piece | undefined {
    return this.isEmpty ? undefined : this.#pieces[0];
  }

  /** Adds what lies between, if anything does. @param way undefined while nothing was cut off */
  add(way: Way | undefined, bytes: Buffer, from: number, end: number): void {
    if (way === undefined || from === end) return;
    this.#pieces.push({ way, bytes: bytes.subarray(from, end) });
    this.#count(end - from, 1);
  }

  shift(): void {
    const piece = this.#pieces.shift();
    if (piece) this.#count(-piece.bytes.length, -1);
  }

  clear(): void {
    this.#count(-this.#bytes, -this.#pieces.length);
    this.#pieces.length = 0;
  }

  #count(bytes: number, pieces: number): void {
    this.#bytes += bytes;
    this.memory.keepWaiting(bytes + pieces * OVERHEAD_BYTES);
  }
}
