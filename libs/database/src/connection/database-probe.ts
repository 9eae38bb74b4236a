import { setTimeout as delay } from 'node:timers/promises';
import { isOutOfService, sqlStateOf } from '../sql/sql-state.ts';
import { ProbeConnection } from './probe-connection.ts';
import type { DatabaseTimeouts } from './timeouts.ts';

/** What a process needs to serve: PostgreSQL answers, accepts writes, and has its tables. */
export type DatabaseCheck = 'database' | 'writes' | 'migrations';

/** A process cannot serve right now, and which check failed. */
export class NotReady extends Error {
  constructor(
    readonly check: DatabaseCheck,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'NotReady';
  }
}

const WITHIN_MS = 2_000;

/** One message, so that a pooler cannot mix it with others. The role is that of background work. */
const LOOK = `BEGIN; SET LOCAL ROLE furrow_system; SELECT current_setting('transaction_read_only') AS "readOnly";
  SELECT name FROM public.migrations; COMMIT`;

interface Looked {
  readonly readOnly?: string;
  readonly name?: string;
}

/**
 * Checks whether PostgreSQL is usable, on a connection outside of the pool: it waits for no request, and does not depend on
 * the pool's old connections.
 */
export class DatabaseProbe {
  readonly #connection: ProbeConnection;
  #looking: Promise<ReadonlySet<string>> | undefined;

  constructor(
    url: string,
    timeouts: DatabaseTimeouts,
    private readonly withinMs = WITHIN_MS,
  ) {
    this.#connection = new ProbeConnection(url, timeouts);
  }

  /**
   * Simultaneous calls share one check.
   * @returns the migrations of the database
   * @throws NotReady after two seconds at most
   */
  look(): Promise<ReadonlySet<string>> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  close(): void {
    this.#connection.close();
  }

  async #look(): Promise<ReadonlySet<string>> {
    const giveUp = new AbortController();
    const late = delay(this.withinMs, undefined, { signal: giveUp.signal, ref: false }).then(
      () => {
        throw new NotReady('database', `PostgreSQL does not answer within ${this.withinMs / 1_000} s.`);
      },
      () => new Set<string>(),
    );
    try {
      return await Promise.race([this.#ask(), late]);
    } catch (error) {
      this.#connection.giveUp();
      throw error instanceof NotReady ? error : notReady(error);
    } finally {
      giveUp.abort();
    }
  }

  async #ask(): Promise<ReadonlySet<string>> {
    await this.#connection.connect().catch((error: unknown) => {
      throw new NotReady('database', 'PostgreSQL cannot be reached.', { cause: error });
    });
    const rows = await this.#connection.ask<Looked>(LOOK);
    if (rows.some(({ readOnly }) => readOnly === 'on'))
      throw new NotReady('writes', 'PostgreSQL takes no writes: it is a standby, or read-only.');
    return new Set(rows.flatMap(({ name }) => name ?? []));
  }
}

function notReady(error: unknown): NotReady {
  if (isOutOfService(error))
    return new NotReady('database', 'PostgreSQL cannot be reached.', { cause: error });
  // Without the roles, the table or the right to read it: this database was not migrated.
  const isUnmigrated = ['42P01', '42501', '22023'].includes(sqlStateOf(error) ?? '');
  if (isUnmigrated) return new NotReady('migrations', 'The database was not migrated.', { cause: error });
  return new NotReady('database', 'PostgreSQL cannot be queried.', { cause: error });
}
