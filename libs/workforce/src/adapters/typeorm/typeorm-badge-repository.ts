import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import type { BadgeRepository } from '../../application/ports.ts';
import type { BadgeAssignment, BadgeChange } from '../../domain/index.ts';

/** Of the table alias `b`. */
export const BADGE_COLUMNS = `
  b.assignment_id AS "assignmentId", b.code, b.worker_id AS "workerId", b.from_at AS "from", b.until_at AS until`;
/** An assignment whose place another one took never held. The keys of the table have the same condition. */
export const HELD = '(b.until_at IS NULL OR b.until_at > b.from_at)';

export class TypeormBadgeRepository implements BadgeRepository {
  constructor(private readonly tx: Transaction) {}

  hold(): Promise<void> {
    return this.tx.lock('badges');
  }

  history(code: string): Promise<BadgeAssignment[]> {
    return this.tx.query<BadgeAssignment>(
      `SELECT ${BADGE_COLUMNS} FROM workforce.badge_assignments b
        WHERE b.company_id = $1 AND b.code = $2 AND ${HELD} ORDER BY b.from_at`,
      [this.tx.companyId, code],
    );
  }

  async codesOf(workerIds: readonly string[], at: Date): Promise<Map<string, string>> {
    const rows = await this.tx.query<BadgeAssignment>(
      `SELECT ${BADGE_COLUMNS} FROM workforce.badge_assignments b
        WHERE b.company_id = $1 AND b.worker_id = ANY ($2::uuid[]) AND b.from_at <= $3
          AND (b.until_at IS NULL OR b.until_at > $3)
        ORDER BY b.from_at, b.code`,
      [this.tx.companyId, workerIds.filter(isId), at],
    );
    return new Map(rows.map(({ workerId, code }) => [workerId, code]));
  }

  async taken(codes: readonly string[]): Promise<Set<string>> {
    const rows = await this.tx.query<{ code: string }>(
      'SELECT DISTINCT code FROM workforce.badge_assignments WHERE company_id = $1 AND code = ANY ($2)',
      [this.tx.companyId, codes],
    );
    return new Set(rows.map(({ code }) => code));
  }

  async apply(changes: readonly BadgeChange[]): Promise<void> {
    const { companyId } = this.tx;
    const ended = changes.flatMap((change) => change.ended);
    const added = changes.flatMap((change) => change.added ?? []);
    if (ended.length > 0)
      await this.tx.query(
        `UPDATE workforce.badge_assignments b SET until_at = change.until_at
           FROM unnest($2::uuid[], $3::timestamptz[]) AS change (assignment_id, until_at)
          WHERE b.company_id = $1 AND b.assignment_id = change.assignment_id`,
        [companyId, ended.map(({ assignmentId }) => assignmentId), ended.map(({ until }) => until)],
      );
    if (added.length > 0)
      await this.tx.query(
        `INSERT INTO workforce.badge_assignments (company_id, assignment_id, code, worker_id, from_at)
         SELECT $1, assignment_id, code, worker_id, from_at
           FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[])
             AS added (assignment_id, code, worker_id, from_at)
         RETURNING assignment_id`,
        [
          companyId,
          added.map(({ assignmentId }) => assignmentId),
          added.map(({ code }) => code),
          added.map(({ workerId }) => workerId),
          added.map(({ from }) => from),
        ],
      );
  }
}
