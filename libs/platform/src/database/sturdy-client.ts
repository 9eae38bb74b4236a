import pg from 'pg';

/**
 * A connection that may break at any moment. The pool stops listening for that before whoever takes the connection has
 * begun to, so a farewell of PostgreSQL's that arrives in the same packet as its welcome would end the process. Nothing
 * is missed here: the next question on a broken connection fails, and the pool drops it.
 */
export class SturdyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
