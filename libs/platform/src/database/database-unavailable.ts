/**
 * PostgreSQL is down, does not answer, is read-only or full, or has no free connection; the same request may succeed a
 * moment later. If the connection is lost during COMMIT, the outcome is unknown; repeating the request with its
 * idempotency key resolves it.
 */
export class DatabaseUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The database cannot serve right now.', options);
    this.name = 'DatabaseUnavailable';
  }
}
