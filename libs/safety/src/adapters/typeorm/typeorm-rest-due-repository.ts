import type { Transaction } from '@furrow/database';
import type { RestDue, RestDueRepository } from '../../application/ports.ts';

const COLUMNS = `d.rest_due_id AS "restDueId", d.worker_id AS "workerId", d.shift_id AS "shiftId",
  d.project_id AS "projectId", d.worked_since AS "workedSince", d.due_at AS "dueAt", d.noted_at AS "notedAt",
  d.rule, d.reading, d.corrected_at AS "correctedAt"`;

export class TypeormRestDueRepository implements RestDueRepository {
  constructor(private readonly tx: Transaction) {}

  async add(dues: readonly RestDue[]): Promise<number> {
    const added = await this.tx.query(
      `INSERT INTO safety.rest_dues
         (company_id, rest_due_id, worker_id, shift_id, project_id, worked_since, due_at, noted_at, rule, reading)
       SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::timestamptz[],
                                $8::timestamptz[], $9::json[], $10::json[])
       ON CONFLICT (company_id, worker_id, worked_since, (rule->>'key')) WHERE corrected_at IS NULL DO NOTHING
       RETURNING rest_due_id`,
      [
        ...[this.tx.companyId, dues.map(({ restDueId }) => restDueId), dues.map(({ workerId }) => workerId)],
        ...[dues.map(({ shiftId }) => shiftId), dues.map(({ projectId }) => projectId)],
        ...[dues.map(({ workedSince }) => workedSince), dues.map(({ dueAt }) => dueAt)],
        dues.map(({ notedAt }) => notedAt),
        ...[dues.map(({ rule }) => JSON.stringify(rule)), dues.map(({ reading }) => JSON.stringify(reading))],
      ],
    );
    return added.length;
  }

  async standing(since: Date): Promise<readonly RestDue[]> {
    // A process that led the job before may still be at it: from older shifts it would note the same rest again.
    await this.tx.lock('due rests');
    return this.tx.query<RestDue>(
      `SELECT ${COLUMNS} FROM safety.rest_dues d
        WHERE d.company_id = $1 AND d.noted_at >= $2 AND d.corrected_at IS NULL`,
      [this.tx.companyId, since],
    );
  }

  async correct(restDueIds: readonly string[], at: Date): Promise<void> {
    await this.tx.change(
      `UPDATE safety.rest_dues d SET corrected_at = $3
        WHERE d.company_id = $1 AND d.rest_due_id = ANY ($2::uuid[]) AND d.corrected_at IS NULL`,
      [this.tx.companyId, restDueIds, at],
    );
  }

  between(
    projectId: string,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<readonly RestDue[]> {
    return this.tx.query<RestDue>(
      `SELECT ${COLUMNS} FROM safety.rest_dues d
        WHERE d.company_id = $1 AND d.project_id = $2 AND d.due_at >= $3 AND d.due_at < $4
        ORDER BY d.due_at, d.worker_id, d.rest_due_id`,
      [this.tx.companyId, projectId, from, to],
    );
  }
}
