/** The SQLSTATE of a failed statement, or the code of a broken socket. */
export function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  return typeof code === 'string' ? code : sqlStateOf(driverError);
}

/** Two transactions blocked each other; the aborted one can be retried. */
export function isTransient(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code === '40P01' || code === '40001';
}

const READ_ONLY = '25006';
/**
 * 08 the connection; 53 a full disk, no memory, no free connection; 57 a shutdown, a start, a statement that took too
 * long; 25P03 a transaction that was idle for too long; 55P03 a lock that was held for too long; 58030 a failing disk.
 */
const OUT_OF_SERVICE = /^(08|53|57|25P03|55P03|58030|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;

/** Whether PostgreSQL, or the connection to it, cannot serve right now, while the same request may succeed later. */
export function isOutOfService(error: unknown): boolean {
  const code = sqlStateOf(error);
  if (code !== undefined) return code === READ_ONLY || OUT_OF_SERVICE.test(code);
  return error instanceof Error && /Connection terminated|not queryable/.test(error.message);
}

/** A statement exceeded its time limit. */
export function isTooLong(error: unknown): boolean {
  return sqlStateOf(error) === '57014';
}

/** The server answers but refuses writes: a standby, or the old primary. */
export function isReadOnly(error: unknown): boolean {
  return sqlStateOf(error) === READ_ONLY;
}

/** The server answers but is out of disk space or memory. */
export function isOutOfRoom(error: unknown): boolean {
  return /^53[124]00/.test(sqlStateOf(error) ?? '');
}
