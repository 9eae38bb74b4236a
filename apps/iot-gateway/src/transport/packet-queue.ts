/** Where packets go: CONNECT to the broker first, messages past the broker, the rest to the broker. */
export type Route = 'connect' | 'fast' | 'broker';

/** Consecutive complete packets with the same route. */
export interface PacketRun {
  readonly route: Route;
  readonly bytes: Buffer;
}

/** Many small runs take more memory than their bytes. */
const OVERHEAD_BYTES = 256;

/** The packets of a connection that were received and not passed on yet, in order. */
export class PacketQueue {
  readonly #runs: PacketRun[] = [];
  #bytes = 0;

  constructor(private readonly memory: { add(bytes: number): void }) {}

  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  /** Called for every packet; usually there is none, and the list need not be read. */
  get first(): PacketRun | undefined {
    return this.isEmpty ? undefined : this.#runs[0];
  }

  /** Adds the bytes in between, if any. @param route undefined while nothing was parsed */
  add(route: Route | undefined, bytes: Buffer, from: number, end: number): void {
    if (route === undefined || from === end) return;
    this.#runs.push({ route, bytes: bytes.subarray(from, end) });
    this.#count(end - from, 1);
  }

  shift(): void {
    const run = this.#runs.shift();
    if (run) this.#count(-run.bytes.length, -1);
  }

  clear(): void {
    this.#count(-this.#bytes, -this.#runs.length);
    this.#runs.length = 0;
  }

  #count(bytes: number, runs: number): void {
    this.#bytes += bytes;
    this.memory.add(bytes + runs * OVERHEAD_BYTES);
  }
}
