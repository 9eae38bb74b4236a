import type { Socket } from 'node:net';
import pg from 'pg';
import type { OpenConnection, OpenConnections } from './open-connections.ts';
import { KEEP_ALIVE_AFTER_MS, type DatabaseTimeouts } from './timeouts.ts';

/** A connection is closed properly within this time: the kernel alone would try for a quarter of an hour. */
const END_WITHIN_MS = 2_000;

export type ResilientClientConfig = pg.ClientConfig & {
  readonly timeouts?: DatabaseTimeouts;
  /** The connections of the same pool. */
  readonly siblings?: OpenConnections;
};

/** The server has sent nothing for longer than an answer may take. */
class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('PostgreSQL did not answer in time; the connection was closed');
    this.name = 'SilentConnection';
  }
}

/**
 * A connection that may break at any moment, or fall silent without an end: after a failover without a reset, or when a
 * NAT entry is dropped.
 */
export class ResilientClient extends pg.Client implements OpenConnection {
  readonly #siblings: OpenConnections | undefined;
  readonly #madeAt = performance.now();
  /** Whether an answer is pending. */
  #asked = false;

  constructor(config: string | ResilientClientConfig = {}) {
    const { timeouts, siblings, ...rest } =
      typeof config === 'string' ? { connectionString: config } : config;
    super({
      ...rest,
      password: rest.password, // the pool makes it non-enumerable
      ...(timeouts && { connectionTimeoutMillis: timeouts.connect }),
      ...{ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS },
    });
    // The pool removes its error listener before the caller has added one, so an error that arrives in the same packet
    // as the end of the handshake would end the process. Nothing is missed: the next statement on a broken connection
    // fails, and the pool drops it.
    this.on('error', () => undefined);
    this.on('drain', () => (this.#asked = false));
    this.#siblings = siblings;
    siblings?.add(this);
    if (timeouts && timeouts.silence > 0) this.once('connect', () => this.#watch(timeouts.silence));
  }

  get isIdle(): boolean {
    return !this.#asked && this.getTransactionStatus() === 'I';
  }

  get ageMs(): number {
    return performance.now() - this.#madeAt;
  }

  giveUp(): void {
    this.connection.stream.destroy(new SilentConnection());
  }

  /** @param answered fulfilled by an answer, which this process may be too busy to have read in time */
  giveUpUnless(answered: Promise<unknown>, withinMs: number): void {
    let isAnswered = false;
    const late = setTimeout(() => setImmediate(() => !isAnswered && this.giveUp()), withinMs);
    void answered.then(() => {
      isAnswered = true;
      clearTimeout(late);
    });
  }

  // One signature for the dozen that the library declares.
  override query(...parameters: never[]): never {
    this.#asked = true;
    return (super.query as (...parameters: never[]) => never)(...parameters);
  }

  /** Runs plain SQL; several statements have one result each. */
  ask(sql: string): Promise<pg.QueryResult | pg.QueryResult[]> {
    return this.query(sql as never) as Promise<pg.QueryResult | pg.QueryResult[]>;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    if (callback === undefined) return this.#connected();
    super.connect(callback);
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const { stream } = this.connection;
    const late = setTimeout(() => stream.destroy(), END_WITHIN_MS).unref();
    stream.once('close', () => clearTimeout(late));
    if (callback === undefined) return super.end();
    super.end(callback);
  }

  #connected(): Promise<pg.Client> {
    return new Promise((resolve, reject) => {
      // The library itself forgets who waits for a connection that is ended while it is made.
      this.once('end', () => reject(new Error('The connection was ended')));
      super.connect().then(resolve, reject);
    });
  }

  /** The socket's own timer, which every byte in either direction resets, costs a statement nothing. */
  #watch(silenceMs: number): void {
    const stream = this.connection.stream as Socket;
    stream.setTimeout(silenceMs);
    // On every timeout, because the callback of `setTimeout` is called only once, perhaps when no answer is pending.
    stream.on('timeout', () => {
      const { bytesRead } = stream;
      // If this process itself was suspended, answers that have arrived meanwhile are read first.
      setImmediate(() => {
        if (!this.#asked || stream.bytesRead !== bytesRead) return;
        this.giveUp();
        this.#siblings?.replaceIdle();
      });
    });
  }
}
