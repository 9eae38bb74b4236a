import type { Transaction } from '@furrow/database';

/** A company's sessions for other contexts, read in the caller's transaction. */
export class SessionDirectory {
  /** @returns ids of users by session; unknown sessions are left out */
  async owners(tx: Transaction, sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await tx.query<{ sessionId: string; ownerId: string }>(
      `SELECT session_id AS "sessionId", owner_user_id AS "ownerId" FROM production.sessions
       WHERE company_id = $1 AND session_id = ANY ($2::uuid[])`,
      [tx.companyId, sessionIds],
    );
    return new Map(rows.map(({ sessionId, ownerId }) => [sessionId, ownerId]));
  }
}
