import { isId, type Page, type PageRequest } from '@furrow/kernel';
import { PagedSelect, type Transaction } from '@furrow/platform';
import { PayRunRepository } from '../../application/ports.ts';
import type { PayResult, PayRun } from '../../domain/index.ts';

const COLUMNS = `
  r.pay_run_id AS "payRunId", r.project_id AS "projectId", r.from_date::text AS "from", r.to_date::text AS "to",
  r.created_at AS "createdAt", r.frozen_at AS "frozenAt", r.result`;
const RUNS = `SELECT ${COLUMNS} FROM payroll.runs r WHERE r.company_id = $1`;
const RUNS_PAGE = new PagedSelect<PayRun>({
  name: 'pay-runs',
  table: 'payroll.runs r',
  key: 'pay_run_id',
  order: 'r.from_date DESC, r.pay_run_id DESC',
  columns: COLUMNS,
});

export class TypeormPayRunRepository extends PayRunRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async holdFreezes(): Promise<void> {
    await this.tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('payroll ' || $1, 0))`, [
      this.tx.companyId,
    ]);
  }

  override async add(run: PayRun, createdBy: string): Promise<void> {
    await this.tx.change(
      `INSERT INTO payroll.runs (company_id, pay_run_id, project_id, from_date, to_date, created_at, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [this.tx.companyId, run.payRunId, run.projectId, run.from, run.to, run.createdAt, createdBy],
    );
  }

  override async find(payRunId: string): Promise<PayRun | undefined> {
    if (!isId(payRunId)) return undefined;
    const [run] = await this.tx.query<PayRun>(`${RUNS} AND r.pay_run_id = $2`, [this.tx.companyId, payRunId]);
    return run;
  }

  override frozen(): Promise<PayRun[]> {
    return this.tx.query<PayRun>(`${RUNS} AND r.frozen_at IS NOT NULL ORDER BY r.from_date, r.pay_run_id`, [
      this.tx.companyId,
    ]);
  }

  override async freeze(payRunId: string, at: Date, by: string, result: PayResult): Promise<void> {
    await this.tx.change(
      'UPDATE payroll.runs SET frozen_at = $3, frozen_by = $4, result = $5 WHERE company_id = $1 AND pay_run_id = $2',
      [this.tx.companyId, payRunId, at, by, JSON.stringify(result)],
    );
  }

  override async deleteDraft(payRunId: string): Promise<boolean> {
    if (!isId(payRunId)) return false;
    const gone = await this.tx.change(
      'DELETE FROM payroll.runs WHERE company_id = $1 AND pay_run_id = $2 AND frozen_at IS NULL',
      [this.tx.companyId, payRunId],
    );
    return gone === 1;
  }

  override page(request: PageRequest): Promise<Page<PayRun>> {
    return RUNS_PAGE.page(this.tx, request);
  }
}
