/** Where packets go: CONNECT to the broker before anything else does, messages past the broker, the rest to the broker. */
export type Route = 'connect' | 'fast' | 'broker';

/** Whole packets, one behind the other, that take the same route. */
export interface PacketRun {
  readonly route: Route;
  readonly bytes: Buffer;
}

/** In many small runs what waits takes up more than its bytes. */
const OVERHEAD_BYTES = 256;

/** What a connection has received and not passed on yet, in its order. */
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

  /** Asked for with every packet; mostly there is none, and then the list need not be fetched. */
  get first(): PacketRun | undefined {
    return this.isEmpty ? undefined : this.#runs[0];
  }

  /** Adds what lies between, if anything does. @param route undefined while nothing was cut off */
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
