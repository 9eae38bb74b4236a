import type { QueryRunner } from 'typeorm';

/** TypeORM did not see BEGIN; its own writes would otherwise open and commit a transaction of their own. */
export function markTransaction(runner: { readonly isTransactionActive: boolean }, active: boolean): void {
  (runner as { isTransactionActive: boolean }).isTransactionActive = active;
}

/** @param spoilt keeps the connection from returning to the pool; TypeORM supports that without documenting it */
export function release(runner: QueryRunner, spoilt: Error | undefined): Promise<void> {
  if (spoilt === undefined) return runner.release();
  const ofPostgres = runner as unknown as { releasePostgresConnection(error: Error): Promise<void> };
  return ofPostgres.releasePostgresConnection(spoilt);
}
