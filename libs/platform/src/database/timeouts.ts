/**
 * How long PostgreSQL may take. It holds each statement to these itself; the client gives up a connection only where
 * PostgreSQL, which would have answered by then, is silent. Milliseconds; 0 for no limit.
 */
export interface DatabaseTimeouts {
  /** For one statement; a report that is read by cursor is one statement a batch. */
  readonly statement: number;
  /** For a lock that another transaction holds. */
  readonly lock: number;
  /** For the next statement of a transaction, which holds its locks meanwhile, also where nobody is left to end it. */
  readonly idleInTransaction: number;
  /** For the first byte of an answer, and for each after it. Longer than `statement`. */
  readonly silence: number;
  /** For a new connection. */
  readonly connect: number;
}

const CONNECT = 5_000;

/** Of a service that people wait for. @param statement milliseconds; the others follow from it */
export function servingTimeouts(statement = 15_000): DatabaseTimeouts {
  return {
    statement,
    lock: Math.ceil((statement * 2) / 3),
    idleInTransaction: statement,
    silence: Math.ceil(statement * 1.2),
    connect: Math.min(CONNECT, statement),
  };
}

/**
 * Of a command that an operator runs: an import or an export may rightly take hours. A line that is dead is found by TCP's
 * keep-alive alone.
 */
export const PATIENT: DatabaseTimeouts = {
  statement: 0,
  lock: 60_000,
  idleInTransaction: 120_000,
  silence: 0,
  connect: 2 * CONNECT,
};

/** Until the kernel first asks whether the other end is still there; it gives up ten seconds of silence later. */
export const KEEP_ALIVE_AFTER_MS = 10_000;

/** A connection of ours is never idle for long: one that is has been given up on our side. */
const IDLE_SESSION_MS = 60_000;

/** What a transaction is held to, as settings of PostgreSQL. */
function limitsOf({ statement, lock, idleInTransaction }: DatabaseTimeouts): Record<string, number> {
  return {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
  };
}

/**
 * The address of a database with the limits in what opens a connection, where they cost nothing. With them goes what lets
 * PostgreSQL find out that a client is gone. Options that the address has already come last, and win.
 */
export function limited(url: string, timeouts: DatabaseTimeouts): string {
  const settings = {
    ...limitsOf(timeouts),
    ...{ idle_session_timeout: timeouts.silence > 0 ? IDLE_SESSION_MS : 0 },
    ...{ tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 },
  };
  const address = new URL(url);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const given = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', [...options, given].join(' ').trim());
  return address.href;
}

/** The same as part of a transaction, behind a pooler, which takes no options and lends its connections to others. */
export function limitTransaction(timeouts: DatabaseTimeouts): string {
  return Object.entries(limitsOf(timeouts))
    .map(([name, value]) => `SET LOCAL ${name} = ${value}; `)
    .join('');
}
