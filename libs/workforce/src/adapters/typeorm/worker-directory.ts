import { isId } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import { Roster, type RosterEntry } from '../../domain/index.ts';

export const WORKER_NAMES: PreparedStatement = {
  name: 'worker_names',
  text: `SELECT worker_id AS id, full_name AS name FROM workforce.workers
         WHERE company_id = $1 AND worker_id = ANY ($2::uuid[])`,
};

/** The company's workers for other contexts and the operator's tools, read in the caller's transaction. */
export class WorkerDirectory {
  /** Full names by id; unknown ids are left out. */
  async names(tx: Transaction, workerIds: readonly string[]): Promise<Map<string, string>> {
    const ids = [...new Set(workerIds.filter(isId))];
    if (ids.length === 0) return new Map();
    const rows = await tx.query<{ id: string; name: string }>(WORKER_NAMES, [tx.companyId, ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Codes and full names by id; unknown ids are left out. */
  async identities(
    tx: Transaction,
    workerIds: readonly string[],
  ): Promise<Map<string, { readonly code: string; readonly name: string }>> {
    const rows = await tx.query<{ id: string; code: string; name: string }>(
      `SELECT worker_id AS id, code, full_name AS name FROM workforce.workers
        WHERE company_id = $1 AND worker_id = ANY ($2::uuid[])`,
      [tx.companyId, workerIds.filter(isId)],
    );
    return new Map(rows.map(({ id, code, name }) => [id, { code, name }]));
  }

  /** All workers. */
  async roster(tx: Transaction): Promise<Roster> {
    return new Roster(
      await tx.query<RosterEntry>(
        `SELECT worker_id AS "workerId", code, document_id AS "documentId", full_name AS "fullName"
           FROM workforce.workers WHERE company_id = $1`,
        [tx.companyId],
      ),
    );
  }
}
