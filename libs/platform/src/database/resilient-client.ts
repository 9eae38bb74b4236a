import type { Socket } from 'node:net';
import pg from 'pg';
import type { OpenConnection, OpenConnections } from './open-connections.ts';
import { KEEP_ALIVE_AFTER_MS, type DatabaseTimeouts } from './timeouts.ts';

/** A connection is ended properly within this time: the kernel alone would try for a quarter of an hour. */
const END_WITHIN_MS = 2_000;

export type ResilientClientConfig = pg.ClientConfig & {
  readonly timeouts?: DatabaseTimeouts;
  /** Those of the same pool. */
  readonly siblings?: OpenConnections;
};

/** The other end has not said a word for longer than it may take to answer. */
export class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('PostgreSQL is silent: the connection was given up');
    this.name = 'SilentConnection';
  }
}

/**
 * A connection that may break at any moment, or fall silent without an end: a failover that sends no reset, a NAT entry
 * that was dropped.
 */
export class ResilientClient extends pg.Client implements OpenConnection {
  readonly #siblings: OpenConnections | undefined;
  readonly #madeAt = performance.now();
  /** Whether an answer is awaited. */
  #asked = false;

  constructor(config: string | ResilientClientConfig = {}) {
    const { timeouts, siblings, ...rest } =
      typeof config === 'string' ? { connectionString: config } : config;
    super({
      ...rest,
      password: rest.password, // the pool hides it from enumeration
      ...(timeouts && { connectionTimeoutMillis: timeouts.connect }),
      ...{ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS },
    });
    // The pool stops listening for errors before whoever takes the connection has begun to, so a farewell of PostgreSQL's
    // that arrives in the same packet as its welcome would end the process. Nothing is missed here: the next question on
    // a broken connection fails, and the pool drops it.
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

  // One signature for the dozen that the library declares.
  override query(...parameters: never[]): never {
    this.#asked = true;
    return (super.query as (...parameters: never[]) => never)(...parameters);
  }

  /** For those who want no more than the rows of plain SQL; several statements have an answer each. */
  ask(sql: string): Promise<pg.QueryResult | pg.QueryResult[]> {
    return this.query(sql as never) as Promise<pg.QueryResult | pg.QueryResult[]>;
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

  /** The socket's own timer, which every byte either way sets back, costs a question nothing. */
  #watch(silenceMs: number): void {
    const stream = this.connection.stream as Socket;
    stream.setTimeout(silenceMs);
    // Each time: what `setTimeout` itself would call, it calls once, and nobody may have asked anything by then.
    stream.on('timeout', () => {
      const { bytesRead } = stream;
      // Where this process was held up itself, answers that have come meanwhile are read before this.
      setImmediate(() => {
        if (!this.#asked || stream.bytesRead !== bytesRead) return;
        this.giveUp();
        this.#siblings?.replaceIdle();
      });
    });
  }
}
