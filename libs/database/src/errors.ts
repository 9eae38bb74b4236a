/**
 * PostgreSQL is down, does not answer, is read-only or full, or has no free connection; the same request may succeed a
 * moment later. If the connection is lost during COMMIT, the outcome is unknown; repeating the request with its
 * idempotency key resolves it.
 */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';

  constructor(options?: ErrorOptions) {
    super('The database is not available right now.', options);
  }
}

/**
 * A node of a Citus is away, does not answer or is asked too much, while companies on others may be served. Without a
 * cause it was refused before the node was queried.
 */
export class NodeUnavailable extends DatabaseUnavailable {
  override readonly name = 'NodeUnavailable';

  /** Whether the coordinator told it, and so serves itself: what ends a connection to it is not an ERROR. */
  static isCauseOf(error: unknown): boolean {
    if (!(error instanceof DatabaseUnavailable)) return false;
    const { severity } = (error.cause ?? {}) as { severity?: unknown };
    return severity === 'ERROR';
  }
}
