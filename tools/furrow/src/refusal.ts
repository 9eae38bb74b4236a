import { resolve } from 'node:path';

/** An error that the operator can correct; its message is all that is printed. */
export class Refusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Refusal';
  }
}

export class DatabaseUnreachable extends Refusal {
  constructor(options?: ErrorOptions) {
    const home = resolve(process.env.FURROW_HOME || '.furrow');
    const where = process.env.DATABASE_URL
      ? 'The database in DATABASE_URL cannot be reached: is it running, and is the address right?'
      : `Furrow is not running in ${home}: start it with npm start, or set DATABASE_URL.`;
    super(where, options);
  }
}
