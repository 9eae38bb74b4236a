/**
 * Time limits of PostgreSQL. It enforces them itself for each statement; the client gives up a connection only if
 * PostgreSQL, which would have answered by then, is silent. Milliseconds; 0 for no limit.
 */
export interface DatabaseTimeouts {
  /** For one statement; a report read by cursor is one statement per batch. */
  readonly statement: number;
  /** For a lock that another transaction holds. */
  readonly lock: number;
  /** For the next statement of a transaction, which holds its locks meanwhile, even if its client is gone. */
  readonly idleInTransaction: number;
  /** For the first byte of an answer, and for each after it. Longer than `statement`. */
  readonly silence: number;
  /** For a new connection. */
  readonly connect: number;
}

const CONNECT = 5_000;

/** Limits of a service. @param statement milliseconds; the others derive from it */
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
 * Limits of an operator's command: an import or an export may take hours. A dead connection is detected by TCP
 * keep-alive alone.
 */
export const LONG_RUNNING: DatabaseTimeouts = {
  statement: 0,
  lock: 60_000,
  idleInTransaction: 120_000,
  silence: 0,
  connect: 2 * CONNECT,
};

/** Until the kernel first probes the other end; it gives up after ten seconds of silence. */
export const KEEP_ALIVE_AFTER_MS = 10_000;

/** Our connections are never idle for long: an idle one has been given up on our side. */
const IDLE_SESSION_MS = 60_000;

/** The limits of a transaction, as settings of PostgreSQL. */
function limitsOf({ statement, lock, idleInTransaction }: DatabaseTimeouts): Record<string, number> {
  return {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
  };
}

/**
 * The address of a database with the limits as connection options, where they cost nothing, and the setting by which
 * PostgreSQL detects that a client is gone. Options already in the address come last, and take precedence.
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

/** The same within a transaction, behind a pooler, which ignores options and shares its connections. */
export function limitTransaction(timeouts: DatabaseTimeouts): string {
  return Object.entries(limitsOf(timeouts))
    .map(([name, value]) => `SET LOCAL ${name} = ${value}; `)
    .join('');
}
