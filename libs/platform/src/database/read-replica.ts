import { DatabaseUnavailable } from './database-unavailable.ts';
import { ProbeConnection } from './connection/probe-connection.ts';
import { type DatabaseTimeouts, limited } from './connection/timeouts.ts';
import type { Transaction } from './transaction.ts';

/** A connection to a replica is made within this time, or the primary is asked. */
const CONNECT_MS = 1_000;
const ANSWER_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
/** A replica is looked at so often, at least, in the time it may be behind. */
const LOOKS_WITHIN_LAG = 4;
/** Marks that are kept, so that a lag of so many looks can be told. */
const MARKS = 900;

/** What the primary had written at an instant. */
interface Mark {
  /** By this process's clock, before it was asked; so neither server's clock matters. */
  readonly at: number;
  readonly position: bigint;
  readonly lsn: string;
  /** The epoch of its feeds. */
  readonly life: string;
}

export type ReplicaStanding = 'current' | 'lagging' | 'unreachable' | 'not_a_replica' | 'unknown';

export interface ReplicaState {
  readonly standing: ReplicaStanding;
  /** How far it is behind; undefined while nobody knows. */
  readonly lagSeconds: number | undefined;
}

/** What a transaction on the replica begins with. */
interface Condition {
  readonly sql: string;
  readonly answeredWithinMs: number;
}

/** The replica's pool. */
interface ReplicaPool {
  tenant<T>(companyId: string, work: (tx: Transaction) => Promise<T>, condition: Condition): Promise<T>;
  readonly isCongested: boolean;
  close(): Promise<void>;
}

/** A replica that may be read from, and what has to hold on the connection that one gets. */
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
  /** Makes the pool, once the replica has answered for the first time. */
  open(url: string, timeouts: DatabaseTimeouts): Promise<ReplicaPool>;
}

const ON_PRIMARY = `BEGIN; SET LOCAL ROLE furrow_system;
  SELECT pg_current_wal_flush_lsn()::text AS lsn, life FROM feed.current_life(); COMMIT`;
const ON_REPLICA = `BEGIN; SET LOCAL ROLE furrow_system;
  SELECT pg_is_in_recovery() AS "isReplica", pg_last_wal_replay_lsn()::text AS lsn, feed.known_life() AS life; COMMIT`;

interface Position {
  readonly lsn: string | null;
  readonly life: string | null;
}

/**
 * Knows how far a replica is behind, by positions in the primary's log: a mark says what the primary had written when it was
 * asked, and the replica has all of that once it has replayed as far. An idle primary makes no lag, and no clocks are compared.
 * Each transaction on the replica begins with the same comparison there, for its connection may lead to another server than the
 * one that was looked at.
 */
export class ReadReplica {
  readonly #primary: ProbeConnection;
  readonly #replica: ProbeConnection;
  #marks: Mark[] = [];
  #pool: ReplicaPool | undefined;
  #state: ReplicaState = { standing: 'unknown', lagSeconds: undefined };
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void>;
  #isClosed = false;
  /** Told when it stands otherwise. */
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
   * @param epoch of a feed that goes on; else the primary's as it was last known
   * @returns undefined where the primary has to be asked
   */
  current(epoch?: string): CurrentReplica | undefined {
    const pool = this.#pool;
    if (pool === undefined || this.#state.standing !== 'current' || pool.isCongested) return undefined;
    const since = performance.now() - this.options.maxLagMs;
    const mark = this.#marks.find(({ at }) => at >= since);
    if (mark === undefined) return undefined;
    const sql = `SELECT feed.must_be_replica('${mark.lsn}', '${epoch ?? mark.life}')`;
    return { pool, condition: { sql, answeredWithinMs: ANSWER_MS } };
  }

  /** It did not serve. Nobody asks it again before it has answered a look, where it could not be reached. */
  failed(error: unknown): void {
    if (error instanceof DatabaseUnavailable) this.#stands('unreachable');
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
    // Without a mark the last ones grow old, and the replica with them.
    await this.#mark().catch(() => this.#primary.giveUp());
    try {
      const [found] = await this.#replica.ask<Position & { readonly isReplica: boolean }>(ON_REPLICA);
      this.#pool ??= await this.#open();
      if (found?.isReplica !== true) this.#stands('not_a_replica');
      else this.#compare(found);
    } catch {
      this.#replica.giveUp();
      this.#stands('unreachable');
    }
  }

  async #mark(): Promise<void> {
    const at = performance.now();
    const [found] = await this.#primary.ask<Position>(ON_PRIMARY);
    if (!found?.lsn || !found.life) return;
    const { lsn, life } = found;
    // Positions of another primary's log say nothing about this one's.
    if (this.#marks.at(-1)?.life !== life) this.#marks = [];
    this.#marks.push({ at, lsn, life, position: positionOf(lsn) });
    if (this.#marks.length > MARKS) this.#marks.shift();
  }

  #compare({ lsn, life }: Position): void {
    const oldest = this.#marks[0];
    if (oldest === undefined || lsn === null) {
      this.#stands('unknown');
      return;
    }
    const replayed = positionOf(lsn);
    const has = life === oldest.life && this.#marks.findLast(({ position }) => position <= replayed);
    const lagMs = performance.now() - (has || oldest).at;
    this.#stands(has && lagMs <= this.options.maxLagMs ? 'current' : 'lagging', lagMs / 1_000);
  }

  #stands(standing: ReplicaStanding, lagSeconds?: number): void {
    const before = this.#state.standing;
    this.#state = { standing, lagSeconds };
    if (standing !== before && !this.#isClosed) this.onChange(this.#state);
  }

  #open(): Promise<ReplicaPool> {
    return this.options.open(this.options.url, { ...this.options.timeouts, connect: CONNECT_MS });
  }
}

/** Bytes since the log began. */
function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
