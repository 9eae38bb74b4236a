/**
 * PostgreSQL is away, silent, read-only, full or has no connection to spare; the same request may succeed in a moment.
 * Where it was lost at a COMMIT, nobody knows whether it was done: who repeats it by its key finds out.
 */
export class DatabaseUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The database cannot serve right now.', options);
    this.name = 'DatabaseUnavailable';
  }
}
