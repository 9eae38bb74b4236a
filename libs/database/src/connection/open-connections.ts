/** A connection to PostgreSQL. */
export interface OpenConnection {
  /** It is not in use. */
  readonly isIdle: boolean;
  /** Pending answers fail. */
  giveUp(): void;
  once(event: 'end', listener: () => void): unknown;
}

/** The connections of one pool. They share a route: if one of them is silent, the others are suspect. */
export class OpenConnections {
  readonly #open = new Set<OpenConnection>();

  add(connection: OpenConnection): void {
    this.#open.add(connection);
    connection.once('end', () => this.#open.delete(connection));
  }

  /**
   * After one was given up: unused ones are replaced before a request waits on one of them; others find out themselves.
   */
  replaceIdle(): void {
    for (const connection of this.#open) if (connection.isIdle) connection.giveUp();
  }

  /** Pending answers of all of them fail. */
  giveUpAll(): void {
    for (const connection of this.#open) connection.giveUp();
  }
}
