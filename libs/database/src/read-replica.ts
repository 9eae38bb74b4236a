import type { DatabaseQueues } from './connection/database-queues.ts';
import { DatabaseUnavailable } from './errors.ts';
import { ProbeConnection } from './connection/probe-connection.ts';
import { type DatabaseTimeouts, limited } from './connection/timeouts.ts';
import type { Transaction } from './transaction.ts';

/** The time limit for connecting to a replica; after it the primary is used. */
const CONNECT_MS = 1_000;
const ANSWER_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
/** The minimum number of checks of a replica within the permitted lag. */
const LOOKS_WITHIN_LAG = 4;
/** The number of marks kept, which limits the lag that can be measured. */
const MARKS = 900;

/** The position in the primary's write-ahead log at an instant. */
interface Mark {
  /** By this process's clock, taken before the query, so that neither server's clock matters. */
  readonly at: number;
  readonly position: bigint;
  readonly lsn: string;
  /** The epoch of its feeds. */
  readonly epoch: string;
}

export type ReplicaStatus = 'current' | 'lagging' | 'unreachable' | 'not_a_replica' | 'unknown';

export interface ReplicaState {
  readonly status: ReplicaStatus;
  /** The replica's lag; undefined while it is unknown. */
  readonly lagSeconds: number | undefined;
}

/** The condition that a transaction on the replica begins with. */
interface Condition {
  readonly sql: string;
  readonly answeredWithinMs: number;
}

/** The replica's pool. */
interface ReplicaPool {
  tenant<T>(companyId: string, work: (tx: Transaction) => Promise<T>, condition: Condition): Promise<T>;
  readonly queues: Pick<DatabaseQueues, 'isCongested'>;
  close(): Promise<void>;
}

/** A replica that is current enough to read from, and the condition to check on each of its connections. */
interface CurrentReplica {
  readonly pool: ReplicaPool;
  readonly condition: Condition;
}

export interface ReplicaOptions {
  readonly primaryUrl: string;
  readonly url: string;
  readonly maxLagMs: number;
  readonly timeouts: DatabaseTimeouts;
  readonly prepares: boolean;
  /** Opens the pool, once the replica has answered for the first time. */
  open(url: string, timeouts: DatabaseTimeouts): Promise<ReplicaPool>;
}

const ON_PRIMARY = `BEGIN; SET LOCAL ROLE furrow_system;
  SELECT pg_current_wal_flush_lsn()::text AS lsn, epoch FROM feed.current_epoch(); COMMIT`;
const ON_REPLICA = `BEGIN; SET LOCAL ROLE furrow_system;
  SELECT pg_is_in_recovery() AS "isReplica", pg_last_wal_replay_lsn()::text AS lsn, feed.known_epoch() AS epoch; COMMIT`;

interface Position {
  readonly lsn: string | null;
  readonly epoch: string | null;
}

/**
 * Measures a replica's lag by positions in the primary's write-ahead log: a mark records the position when the primary
 * was queried, and the replica has everything up to the mark once it has replayed that position. An idle primary causes
 * no lag, and no clocks are compared. Each transaction on the replica begins with the same comparison, because its
 * connection may reach another server than the one that was checked.
 */
export class ReadReplica {
  readonly #primary: ProbeConnection;
  readonly #replica: ProbeConnection;
  #marks: Mark[] = [];
  #pool: ReplicaPool | undefined;
  #state: ReplicaState = { status: 'unknown', lagSeconds: undefined };
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void>;
  #isClosed = false;
  /** Called when its state changes. */
  onChange: (state: ReplicaState) => void = () => undefined;

  constructor(private readonly options: ReplicaOptions) {
    const timeouts = { ...options.timeouts, connect: ANSWER_MS, silence: ANSWER_MS };
    const at = (url: string) => (options.prepares ? limited(url, timeouts) : url);
    this.#primary = new ProbeConnection(at(options.primaryUrl), timeouts);
    this.#replica = new ProbeConnection(at(options.url), { ...timeouts, connect: CONNECT_MS });
    this.#looking = this.#lookForEver();
  }

  get state(): ReplicaState {
    return this.#state;
  }

  get maxLagSeconds(): number {
    return this.options.maxLagMs / 1_000;
  }

  /**
   * For a read of this company.
   * @param epoch of the feed to continue; by default the primary's last known one
   * @returns undefined if the primary must be used
   */
  current(companyId: string, epoch?: string): CurrentReplica | undefined {
    const pool = this.#pool;
    if (pool === undefined || this.#state.status !== 'current' || pool.queues.isCongested(companyId))
      return undefined;
    const since = performance.now() - this.options.maxLagMs;
    const mark = this.#marks.find(({ at }) => at >= since);
    if (mark === undefined) return undefined;
    const sql = `SELECT feed.must_be_replica('${mark.lsn}', '${epoch ?? mark.epoch}')`;
    return { pool, condition: { sql, answeredWithinMs: ANSWER_MS } };
  }

  /**
   * Marks the replica as unusable after an error. One that could not be reached is not used before it passes a check.
   */
  failed(error: unknown): void {
    if (error instanceof DatabaseUnavailable) this.#become('unreachable');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#primary.close();
    this.#replica.close();
    await this.#looking;
    await this.#pool?.close();
  }

  async #lookForEver(): Promise<void> {
    await this.#look();
    if (this.#isClosed) return;
    const pause = Math.min(LOOK_EVERY_MS, this.options.maxLagMs / LOOKS_WITHIN_LAG);
    this.#timer = setTimeout(() => {
      this.#looking = this.#lookForEver();
    }, pause).unref();
  }

  async #look(): Promise<void> {
    // Without new marks the last ones age, and the replica no longer counts as current.
    await this.#mark().catch(() => this.#primary.giveUp());
    try {
      const [found] = await this.#replica.ask<Position & { readonly isReplica: boolean }>(ON_REPLICA);
      this.#pool ??= await this.#open();
      if (found?.isReplica !== true) this.#become('not_a_replica');
      else this.#compare(found);
    } catch {
      this.#replica.giveUp();
      this.#become('unreachable');
    }
  }

  async #mark(): Promise<void> {
    const at = performance.now();
    const [found] = await this.#primary.ask<Position>(ON_PRIMARY);
    if (!found?.lsn || !found.epoch) return;
    const { lsn, epoch } = found;
    // Log positions of another primary are not comparable.
    if (this.#marks.at(-1)?.epoch !== epoch) this.#marks = [];
    this.#marks.push({ at, lsn, epoch, position: positionOf(lsn) });
    if (this.#marks.length > MARKS) this.#marks.shift();
  }

  #compare({ lsn, epoch }: Position): void {
    const oldest = this.#marks[0];
    if (oldest === undefined || lsn === null) {
      this.#become('unknown');
      return;
    }
    const replayed = positionOf(lsn);
    const has = epoch === oldest.epoch && this.#marks.findLast(({ position }) => position <= replayed);
    const lagMs = performance.now() - (has || oldest).at;
    this.#become(has && lagMs <= this.options.maxLagMs ? 'current' : 'lagging', lagMs / 1_000);
  }

  #become(status: ReplicaStatus, lagSeconds?: number): void {
    const before = this.#state.status;
    this.#state = { status, lagSeconds };
    if (status !== before && !this.#isClosed) this.onChange(this.#state);
  }

  #open(): Promise<ReplicaPool> {
    return this.options.open(this.options.url, { ...this.options.timeouts, connect: CONNECT_MS });
  }
}

/** Bytes since the beginning of the log. */
function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
