/** A connection to PostgreSQL. */
export interface OpenConnection {
  /** Nobody uses it. */
  readonly isIdle: boolean;
  /** Whoever waits for an answer hears that none will come. */
  giveUp(): void;
  once(event: 'end', listener: () => void): unknown;
}

/** The connections of one pool. They lead the same way: where one of them is silent, the others are not to be trusted. */
export class OpenConnections {
  readonly #open = new Set<OpenConnection>();

  add(connection: OpenConnection): void {
    this.#open.add(connection);
    connection.once('end', () => this.#open.delete(connection));
  }

  /** One was given up. Those that nobody uses are replaced before somebody waits on one of them; others find out. */
  replaceIdle(): void {
    for (const connection of this.#open) if (connection.isIdle) connection.giveUp();
  }

  /** Whoever still waits is told that nothing will come. */
  giveUpAll(): void {
    for (const connection of this.#open) connection.giveUp();
  }
}
