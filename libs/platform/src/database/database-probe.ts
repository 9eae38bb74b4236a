import { setTimeout as delay } from 'node:timers/promises';
import { isOutOfService, sqlStateOf } from './sql-state.ts';
import { ResilientClient } from './resilient-client.ts';
import type { DatabaseTimeouts } from './timeouts.ts';

/** What has to hold for a process to serve: that PostgreSQL answers, takes writes, and has its tables. */
export type DatabaseCheck = 'database' | 'writes' | 'migrations';

/** A process cannot serve right now, and by which check. */
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
/** So long one connection is asked again, and no longer: whether there is another one to have is part of the answer. */
const KEPT_MS = 5_000;

/** One message, so that a pooler has nothing to mix up. The role is the one that the work in the background has. */
const LOOK = `BEGIN; SET LOCAL ROLE furrow_system; SELECT current_setting('transaction_read_only') AS "readOnly";
  SELECT name FROM public.migrations; COMMIT`;

interface Looked {
  readonly readOnly?: string;
  readonly name?: string;
}

/**
 * Looks whether PostgreSQL can be worked with, on a connection beside the pool: it waits behind nobody, and is not
 * deceived by what the pool still has.
 */
export class DatabaseProbe {
  #client: ResilientClient | undefined;
  #looking: Promise<ReadonlySet<string>> | undefined;

  constructor(
    private readonly url: string,
    private readonly timeouts: DatabaseTimeouts,
    private readonly withinMs = WITHIN_MS,
  ) {}

  /**
   * Whoever asks while somebody looks gets the same answer.
   * @returns the migrations that the database has had
   * @throws NotReady after two seconds at most
   */
  look(): Promise<ReadonlySet<string>> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  close(): void {
    const client = this.#client;
    this.#client = undefined;
    void client?.end().catch(() => undefined);
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
      this.#client?.giveUp();
      this.#client = undefined;
      throw error instanceof NotReady ? error : notReady(error);
    } finally {
      giveUp.abort();
    }
  }

  async #ask(): Promise<ReadonlySet<string>> {
    const client = await this.#connection();
    const answers = [await client.ask(LOOK)].flat();
    const rows = answers.flatMap((answer) => answer.rows as Looked[]);
    if (rows.some(({ readOnly }) => readOnly === 'on'))
      throw new NotReady('writes', 'PostgreSQL takes no writes: it is a standby, or read-only.');
    return new Set(rows.flatMap(({ name }) => name ?? []));
  }

  async #connection(): Promise<ResilientClient> {
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
    await client.connect().catch((error: unknown) => {
      throw new NotReady('database', 'PostgreSQL cannot be reached.', { cause: error });
    });
    return client;
  }
}

function notReady(error: unknown): NotReady {
  if (isOutOfService(error))
    return new NotReady('database', 'PostgreSQL cannot be reached.', { cause: error });
  // Without the roles, the table or the right to it: nobody has migrated this database.
  const isUnmigrated = ['42P01', '42501', '22023'].includes(sqlStateOf(error) ?? '');
  if (isUnmigrated) return new NotReady('migrations', 'The database was not migrated.', { cause: error });
  return new NotReady('database', 'PostgreSQL cannot be asked.', { cause: error });
}
