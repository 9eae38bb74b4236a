import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy between two processes that can cut connections, silence them or pause them. Bytes pass unchanged. */
export class Line {
  readonly #open = new Set<Socket>();
  readonly #silent = new WeakSet<Socket>();
  #held: (() => void)[] | undefined;

  private constructor(
    private readonly server: Server,
    /** Where the target listens; a process that was killed may return at another address. */
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

  /** Closes all connections except silenced ones, and drops the bytes in transit; new ones may be made. */
  cut(): void {
    for (const socket of this.#open) if (!this.#silent.has(socket)) socket.resetAndDestroy();
  }

  /**
   * Stops forwarding on open connections without closing them, whatever either end does; new ones may be made. This
   * happens after a failover without a reset, or when a NAT entry is dropped.
   */
  silence(): void {
    for (const socket of this.#open) this.#silent.add(socket);
  }

  /** Forwards nothing in either direction until `release`; connections stay open. */
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
      from.on('error', () => undefined); // reported by 'close'
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

  /** No faster than the other end reads, so that the sender notices a slow reader. */
  #write(chunk: Buffer, from: Socket, to: Socket): void {
    if (to.destroyed || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => {
      if (!this.#held) from.resume();
    });
  }
}
