const MIB = 1_048_576;
/** A link may fail for a while; TCP itself would try for a quarter of an hour. */
const PATIENCE_MS = 60_000;
/** Of all connections together. */
const MOST_UNREAD_BYTES = 64 * MIB;

/** A connection, as far as it matters here. */
interface Reader {
  readonly stream: {
    /** Sent and not taken by its client yet. */
    readonly unreadBytes: number;
    readonly answers: {
      /** Taken by its client since it came. */
      readonly readBytes: number;
    };
  };
}

/**
 * Finds connections whose clients do not take what is sent to them: each may leave so little unread that nothing stops
 * it, and for ever, but all of them together may not.
 */
export class UnreadAnswers<Connection extends Reader> {
  /** Since when a connection has taken nothing of what waits for it, and what it had taken by then. */
  #waiting = new Map<Connection, { readonly since: number; readonly readBytes: number }>();

  constructor(
    private readonly limits: { readonly patienceMs: number; readonly bytes: number } = {
      ...{ patienceMs: PATIENCE_MS, bytes: MOST_UNREAD_BYTES },
    },
  ) {}

  /** @returns those to be ended: whoever takes nothing for long; where it is too much, whoever leaves most unread */
  overdue(connections: Iterable<Connection>, now: number): Connection[] {
    const overdue: Connection[] = [];
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
      if (now - since > this.limits.patienceMs) overdue.push(connection);
    }
    return unread > this.limits.bytes ? [...overdue, ...this.#most(unread - this.limits.bytes)] : overdue;
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
