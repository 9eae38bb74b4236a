import type { WebSocket } from 'ws';

const NOTHING = Buffer.alloc(0);
/** Sent and not yet taken by the network: beyond it whoever writes has to wait. */
const MAX_UNSENT_BYTES = 64 * 1_024;

/** Gathers what is written in one turn of the event loop into one WebSocket frame. */
export class FrameSender {
  #unsent: Buffer[] = [];
  #due = false;
  #blocked: (() => void) | undefined;

  constructor(private readonly socket: WebSocket) {}

  /** The client does not take what is sent to it. */
  get isBlocked(): boolean {
    return this.#blocked !== undefined;
  }

  send(chunk: Buffer): void {
    this.#unsent.push(chunk);
    if (this.#due) return;
    this.#due = true;
    setImmediate(() => this.#flush());
  }

  /** Calls back at once, or when the network has taken enough of what was sent. */
  whenTaken(done: () => void): void {
    if (this.socket.bufferedAmount <= MAX_UNSENT_BYTES) done();
    else this.#blocked = done;
  }

  /** Sends what is left; nobody waits any more. */
  end(): void {
    this.#blocked = undefined;
    this.#flush();
  }

  #flush(): void {
    this.#due = false;
    if (this.#unsent.length === 0 || this.socket.readyState !== this.socket.OPEN) return;
    const [first = NOTHING] = this.#unsent;
    const bytes = this.#unsent.length === 1 ? first : Buffer.concat(this.#unsent);
    this.#unsent = [];
    this.socket.send(bytes, { binary: true }, () => this.#unblock());
  }

  #unblock(): void {
    if (this.#blocked === undefined || this.socket.bufferedAmount > MAX_UNSENT_BYTES) return;
    const done = this.#blocked;
    this.#blocked = undefined;
    done();
  }
}
