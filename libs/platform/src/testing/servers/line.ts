import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A way between two processes that can be cut, that can fall silent, and on which everything can be held up. Bytes pass as
 * they are.
 */
export class Line {
  readonly #open = new Set<Socket>();
  readonly #silent = new WeakSet<Socket>();
  #held: (() => void)[] | undefined;

  private constructor(
    private readonly server: Server,
    /** Where the far end listens; a process that was killed may come back somewhere else. */
    private target: number,
  ) {
    server.on('connection', (near: Socket) => this.#join(near));
  }

  static async lay(target = 0): Promise<Line> {
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Line(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  leadTo(port: number): void {
    this.target = port;
  }

  /** All connections end at once, but for silent ones, and whatever was on its way is gone; new ones may be made. */
  cut(): void {
    for (const socket of this.#open) if (!this.#silent.has(socket)) socket.resetAndDestroy();
  }

  /**
   * Nothing passes any more on connections that are open, and neither end is told, whatever the other one does; new ones
   * may be made. So it is after a failover without a reset, or where a NAT entry was dropped.
   */
  silence(): void {
    for (const socket of this.#open) this.#silent.add(socket);
  }

  /** Nothing passes until `release`, neither way; connections stay. */
  hold(): void {
    this.#held ??= [];
    for (const socket of this.#open) socket.pause();
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const goOn of held) goOn();
    for (const socket of this.#open) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.resetAndDestroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  #join(near: Socket): void {
    const far = connect({ port: this.target, host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(from);
      from.setNoDelay(true);
      from.on('data', (chunk: Buffer) => this.#pass(from, () => this.#write(chunk, from, to)));
      from.on('end', () => this.#pass(from, () => to.end()));
      from.on('error', () => undefined); // told by 'close'
      from.on('close', (failed) => {
        this.#open.delete(from);
        if (this.#silent.has(from)) return;
        if (failed || !from.readableEnded) to.resetAndDestroy();
      });
    }
    if (this.#held) for (const socket of [near, far]) socket.pause();
  }

  #pass(from: Socket, step: () => void): void {
    if (this.#silent.has(from)) return;
    if (this.#held) this.#held.push(step);
    else step();
  }

  /** No faster than the other end reads, so that a slow reader is one for whoever writes to it. */
  #write(chunk: Buffer, from: Socket, to: Socket): void {
    if (to.destroyed || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => {
      if (!this.#held) from.resume();
    });
  }
}
