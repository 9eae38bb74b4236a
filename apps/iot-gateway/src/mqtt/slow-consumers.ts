/** A link may fail for a while; TCP itself would try for a quarter of an hour. */
const TIMEOUT_MS = 60_000;

/** The part of a connection used here. */
interface Consumer {
  readonly stream: {
    /** Sent and not read by its client yet. */
    readonly unreadBytes: number;
    readonly answers: {
      /** Read by its client since it connected. */
      readonly readBytes: number;
    };
  };
}

/**
 * Finds connections whose clients do not read: each may leave a small amount unread indefinitely, but not all of them
 * together.
 */
export class SlowConsumers<Connection extends Consumer> {
  /** Since when a connection has read nothing although bytes wait, and what it had read by then. */
  #waiting = new Map<Connection, { readonly since: number; readonly readBytes: number }>();

  constructor(
    /** `bytes` of all connections together. */
    private readonly limits: { readonly timeoutMs?: number; readonly bytes: number },
  ) {}

  /**
   * @returns the connections to close: those that have read nothing for long; and if the total is too much, those with
   * most unread bytes
   */
  overdue(connections: Iterable<Connection>, now: number): Connection[] {
    const overdue: Connection[] = [];
    const { timeoutMs = TIMEOUT_MS, bytes } = this.limits;
    let unread = 0;
    const before = this.#waiting;
    this.#waiting = new Map();
    for (const connection of connections) {
      const { unreadBytes, answers } = connection.stream;
      if (unreadBytes === 0) continue;
      unread += unreadBytes;
      const { readBytes } = answers;
      const known = before.get(connection);
      const since = known?.readBytes === readBytes ? known.since : now;
      this.#waiting.set(connection, { since, readBytes });
      if (now - since > timeoutMs) overdue.push(connection);
    }
    return unread > bytes ? [...overdue, ...this.#most(unread - bytes)] : overdue;
  }

  #most(excess: number): Connection[] {
    const most = [...this.#waiting.keys()].sort((a, b) => b.stream.unreadBytes - a.stream.unreadBytes);
    let freed = 0;
    return most.filter(({ stream }) => {
      if (freed >= excess) return false;
      freed += stream.unreadBytes;
      return true;
    });
  }
}
