import type { Transaction } from '@furrow/database';

/** Held until its transaction ends, and released if the process dies. */
const LOCK = 7_236_020;

/** @returns false if another process evaluates alerts */
export async function takesAlertLock(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS taken`);
  return row?.taken === true;
}
