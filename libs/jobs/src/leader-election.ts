import { hostname } from 'node:os';
import { type DatabaseTimeouts, ResilientClient, servingTimeouts } from '@furrow/database';

/** The first key of the advisory locks; the second is the hash of what is led. */
const LOCKS = 7236;
const APPLICATION = 'furrow leader';

const NAME = /^[a-z][a-z ]*$/;

export interface ElectionTimes {
  /** The time between two queries, which also try to lead jobs without a leader. */
  readonly heartbeatMs: number;
  /** A leader stops believing in itself this long after the last question that was answered. */
  readonly leaseMs: number;
  /** PostgreSQL ends a connection that has been silent for this long, and its locks with it. Longer than `leaseMs`. */
  readonly silenceMs: number;
}

const TIMES: ElectionTimes = { heartbeatMs: 2_000, leaseMs: 10_000, silenceMs: 15_000 };
/** An advisory lock is asked for in moments; longer silence means that the connection is dead. */
const TIMEOUTS: DatabaseTimeouts = servingTimeouts(5_000);

export interface Election {
  /** The address of the database. */
  readonly url: string;
  /** Whether sessions are shared with others, as behind a pooler that lends connections by transaction. */
  readonly isPooled: boolean;
  readonly times?: ElectionTimes;
}

/** Rows of `{ holder, jobs }`: which processes lead, by host and process id, and how many things each. */
export const LEADERS = `
  SELECT substr(a.application_name, ${APPLICATION.length + 2}) AS holder, count(*)::int AS jobs
  FROM pg_locks l
  JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
  JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid = ${LOCKS} AND l.granted
  GROUP BY l.pid, a.application_name ORDER BY holder`;

/**
 * Makes one process of the installation the leader of each thing that only one has to do, by advisory locks on a
 * connection of its own. The locks of a process that dies are released with its connection. A process that is
 * suspended, or cut off, no longer believes in its lease before PostgreSQL gives the locks to another one.
 */
export class LeaderElection {
  readonly #times: ElectionTimes;
  readonly #held = new Set<string>();
  #client: ResilientClient | undefined;
  /** When the last question was sent that was answered. */
  #confirmedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #confirming: Promise<void> | undefined;

  /** @param candidacies what this process would lead: lower case words, the same in every process */
  constructor(
    private readonly election: Election,
    private readonly candidacies: readonly string[],
  ) {
    for (const name of candidacies)
      if (!NAME.test(name)) throw new TypeError(`Not a name in lower case: ${name}`);
    this.#times = election.times ?? TIMES;
  }

  /** Resolves after the first attempt, whatever its outcome. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#confirm(), this.#times.heartbeatMs).unref();
    await this.#confirm();
  }

  /** Others may lead at once. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#drop();
    await this.#confirming;
  }

  leads(name: string): boolean {
    return this.#held.has(name) && performance.now() - this.#confirmedAt < this.#times.leaseMs;
  }

  #confirm(): Promise<void> {
    this.#confirming ??= this.#ask()
      .catch(() => this.#drop())
      .finally(() => (this.#confirming = undefined));
    return this.#confirming;
  }

  async #ask(): Promise<void> {
    const client = this.#client ?? (await this.#connect());
    const sentAt = performance.now();
    const answers = [await client.ask(this.#question())].flat();
    // What arrived after the end of the connection says nothing about the locks.
    if (client !== this.#client) return;
    const rows = answers.flatMap((answer) => answer.rows as { standby?: boolean; name?: string }[]);
    // After a failover it may still lead to the old primary, while a new connection finds the new one.
    if (rows.some(({ standby }) => standby)) return this.#drop();
    for (const { name } of rows) if (name !== undefined) this.#held.add(name);
    this.#confirmedAt = sentAt;
    // A transaction that holds nothing would occupy a connection of the pooler.
    if (this.election.isPooled && this.#held.size === 0) await client.ask('COMMIT');
  }

  /** A lock that is held is not asked for again, because PostgreSQL would count it twice. */
  #question(): string {
    const { isPooled } = this.election;
    const opening =
      isPooled && this.#held.size === 0
        ? `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${this.#times.silenceMs}; `
        : '';
    const wanted = this.candidacies.filter((name) => !this.#held.has(name));
    const attempt = isPooled ? 'pg_try_advisory_xact_lock' : 'pg_try_advisory_lock';
    const names = wanted.map((name) => `'${name}'`).join(', ');
    return `${opening}SELECT pg_is_in_recovery() AS standby; SELECT name FROM unnest(ARRAY[${names}]::text[]) AS name
      WHERE ${attempt}(${LOCKS}, hashtext(name))`;
  }

  async #connect(): Promise<ResilientClient> {
    const client = new ResilientClient({
      connectionString: this.election.url,
      // Shows an operator which process leads.
      application_name: `${APPLICATION} ${hostname()}:${process.pid}`.slice(0, 63),
      timeouts: TIMEOUTS,
    });
    client.once('end', () => this.#lost(client));
    this.#client = client;
    await client.connect();
    if (!this.election.isPooled) await client.ask(`SET idle_session_timeout = ${this.#times.silenceMs}`);
    return client;
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    this.#lost(client);
    await client.end().catch(() => undefined);
  }

  #lost(client: ResilientClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#held.clear();
  }
}
