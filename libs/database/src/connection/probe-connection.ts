import { ResilientClient } from './resilient-client.ts';
import type { DatabaseTimeouts } from './timeouts.ts';

/** So long one connection is asked again, and no longer: whether there is another one to have is part of the answer. */
const KEPT_MS = 5_000;

/** A connection outside of the pool that checks a server's state: it waits behind no request. One query at a time. */
export class ProbeConnection {
  #client: ResilientClient | undefined;

  constructor(
    private readonly url: string,
    private readonly timeouts: DatabaseTimeouts,
  ) {}

  /** @returns the rows of all statements in `sql`, one after the other */
  async ask<Row extends object>(sql: string): Promise<Row[]> {
    const client = await this.connect();
    return [await client.ask(sql)].flat().flatMap(({ rows }) => rows as Row[]);
  }

  /** Rejects the query that waits for an answer. */
  giveUp(): void {
    this.#client?.giveUp();
    this.#client = undefined;
  }

  close(): void {
    const client = this.#client;
    this.#client = undefined;
    void client?.end().catch(() => undefined);
  }

  /** Unless there is one that is young enough. */
  async connect(): Promise<ResilientClient> {
    if (this.#client && this.#client.ageMs > KEPT_MS) this.close();
    if (this.#client) return this.#client;
    const client = new ResilientClient({
      connectionString: this.url,
      application_name: 'furrow probe',
      timeouts: this.timeouts,
    });
    this.#client = client;
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined;
    });
    await client.connect();
    return client;
  }
}
