import { isId, type Page, type PageRequest } from '@furrow/kernel';
import { PagedSelect, type Transaction } from '@furrow/database';
import { IsNull, LessThan } from 'typeorm';
import type {
  CorrectedRun,
  EarlierRun,
  FrozenPay,
  PayRunRepository,
  WorkSpan,
} from '../../application/ports.ts';
import { correctionsIn, paidIn } from '../../application/statement-view.ts';
import {
  type ListedPayRun,
  type ListedResult,
  MAX_LISTED_FLAGS,
  type PayRun,
  type StatementView,
} from '../../domain/index.ts';
import { resultOf, runOf } from './mapper.ts';
import { PayRunRow } from './rows.ts';

/** The number of statements read at once. */
const BATCH = 50;

const HEAD = `
  r.pay_run_id AS "payRunId", r.project_id AS "projectId", r.from_date::text AS "from", r.to_date::text AS "to",
  r.created_at AS "createdAt", r.frozen_at AS "frozenAt", coalesce(r.acknowledged, '[]') AS acknowledged`;
const COLUMNS = `${HEAD}, r.result, r.wages`;
/** What `listedResult` makes of a frozen run's result. A draft's is stored, and a run may be frozen without it. */
const LISTED = `
  coalesce(r.frozen_at, r.calculated_at) AS "calculatedAt",
  CASE WHEN r.frozen_at IS NULL THEN r.listed
       ELSE r.result || jsonb_build_object('flags', jsonb_path_query_array(r.result, '$.flags[0 to ${MAX_LISTED_FLAGS - 1}]'),
                                           'flagCount', jsonb_array_length(r.result -> 'flags')) END AS listed`;
const RUNS_PAGE = new PagedSelect<ListedPayRun>({
  name: 'pay-runs',
  table: 'payroll.runs r',
  key: 'pay_run_id',
  order: 'r.from_date DESC, r.pay_run_id DESC',
  columns: `${HEAD}, ${LISTED}`,
});

/** Whether the run \`by\` corrects the run \`r\`, once both are frozen. */
const corrects = (by: { readonly from: string; readonly project: string }) => `
  r.from_date <= ${by.from} AND r.to_date >= ${by.from} - $4::integer
    AND (${by.project} IS NULL OR ${by.project} = r.project_id)`;
const CORRECTED = `
  SELECT ${COLUMNS},
         (SELECT max(c.frozen_at) FROM payroll.runs c
           WHERE c.company_id = $1 AND c.frozen_at IS NOT NULL
             AND (c.pay_run_id = r.pay_run_id OR (${corrects({ from: 'c.from_date', project: 'c.project_id' })})))
           AS "correctedAt"
    FROM payroll.runs r
   WHERE r.company_id = $1 AND r.frozen_at IS NOT NULL AND ${corrects({ from: '$2::date', project: '$3::uuid' })}
   ORDER BY r.from_date, r.pay_run_id`;

const EARLIER = `
  SELECT r.from_date::text AS "from", r.to_date::text AS "to", jsonb_build_object('policy', r.result -> 'policy') AS result, r.wages
    FROM payroll.runs r
   WHERE r.company_id = $1 AND r.frozen_at IS NOT NULL AND r.from_date <= $3 AND r.to_date >= $2
     AND (r.project_id IS NULL OR r.project_id = $4)
   ORDER BY r.from_date`;
const TOO_OLD = `
  SELECT ${COLUMNS},
         (SELECT max(c.frozen_at) FROM payroll.runs c
           WHERE c.company_id = $1 AND c.frozen_at IS NOT NULL AND c.from_date >= r.from_date
             AND (c.project_id IS NULL OR c.project_id = r.project_id)) AS "correctedAt"
    FROM payroll.runs r
   WHERE r.company_id = $1 AND r.frozen_at IS NOT NULL
     AND r.to_date BETWEEN $2::date - $5::integer AND $2::date - $4::integer - 1
     AND ($3::uuid IS NULL OR $3 = r.project_id)
   ORDER BY r.from_date, r.pay_run_id`;

const PAID = `
  SELECT worker_id AS "workerId", sum(amount)::text AS paid FROM (
    SELECT worker_id, paid AS amount FROM payroll.statements WHERE company_id = $1 AND pay_run_id = $2
     UNION ALL
    SELECT worker_id, (corrections ->> $2::text)::numeric FROM payroll.statements
     WHERE company_id = $1 AND corrections IS NOT NULL AND corrections ? $2::text
  ) AS part GROUP BY worker_id`;

const KEEP = `
  INSERT INTO payroll.statements (company_id, pay_run_id, worker_id, statement, paid, corrections)
  SELECT $1, $2, worker_id, statement, paid, corrections
    FROM json_to_recordset($3::json) AS r (worker_id uuid, statement json, paid numeric, corrections jsonb)
  RETURNING worker_id`;

/** The key of the advisory lock of a company's freezes. */
export const FREEZES = `hashtextextended('payroll ' || $1, 0)`;

export class TypeormPayRunRepository implements PayRunRepository {
  constructor(private readonly tx: Transaction) {}

  async holdFreezes(): Promise<void> {
    await this.tx.query(`SELECT pg_advisory_xact_lock(${FREEZES})`, [this.tx.companyId]);
  }

  drafts(): Promise<number> {
    return this.tx.manager.countBy(PayRunRow, { companyId: this.tx.companyId, frozenAt: IsNull() });
  }

  async add(run: PayRun, createdBy: string, calculatedAt: Date, listed: ListedResult): Promise<void> {
    const { payRunId, projectId, from, to, createdAt } = run;
    const { companyId, manager } = this.tx;
    await manager.insert(PayRunRow, {
      ...{ companyId, payRunId, projectId, from, to, createdAt, createdBy, calculatedAt, listed },
    });
  }

  async find(payRunId: string): Promise<PayRun | undefined> {
    if (!isId(payRunId)) return undefined;
    const row = await this.tx.manager.findOneBy(PayRunRow, { companyId: this.tx.companyId, payRunId });
    return row ? runOf(row) : undefined;
  }

  async frozenOver({ from, to, projectId }: WorkSpan): Promise<string | undefined> {
    const [run] = await this.tx.query<{ payRunId: string }>(
      `SELECT pay_run_id AS "payRunId" FROM payroll.runs
        WHERE company_id = $1 AND frozen_at IS NOT NULL AND from_date <= $3 AND to_date >= $2
          AND (project_id = $4 OR project_id IS NULL OR $4::uuid IS NULL) ORDER BY from_date LIMIT 1`,
      [this.tx.companyId, from, to, projectId],
    );
    return run?.payRunId;
  }

  correctedBy({ from, projectId }: PayRun, forDays: number): Promise<CorrectedRun[]> {
    return this.#read<CorrectedRun>(CORRECTED, [from, projectId, forDays]);
  }

  earlierOf({ from, to, projectId }: WorkSpan): Promise<EarlierRun[]> {
    return this.#read<EarlierRun>(EARLIER, [from, to, projectId]);
  }

  tooOldFor({ from, projectId }: PayRun, forDays: number, since: number): Promise<CorrectedRun[]> {
    return this.#read<CorrectedRun>(TOO_OLD, [from, projectId, forDays, since]);
  }

  async #read<T extends EarlierRun>(sql: string, parameters: readonly unknown[]): Promise<T[]> {
    const rows = await this.tx.query<T>(sql, [this.tx.companyId, ...parameters]);
    return rows.map((row) => ({ ...row, result: resultOf(row.result) }));
  }

  async paidFor(payRunId: string): Promise<Map<string, string>> {
    const rows = await this.tx.query<{ workerId: string; paid: string }>(PAID, [this.tx.companyId, payRunId]);
    return new Map(rows.map(({ workerId, paid }) => [workerId, paid]));
  }

  async keep(payRunId: string, statements: readonly StatementView[]): Promise<void> {
    const rows = statements.map((statement) => ({
      ...{ worker_id: statement.workerId, statement },
      ...{ paid: paidIn(statement), corrections: correctionsIn(statement) },
    }));
    await this.tx.change(KEEP, [this.tx.companyId, payRunId, JSON.stringify(rows)]);
  }

  async *statements(payRunId: string): AsyncGenerator<readonly StatementView[]> {
    const rows = this.tx.batches<{ statement: StatementView }>(
      'SELECT statement FROM payroll.statements WHERE company_id = $1 AND pay_run_id = $2 ORDER BY worker_id',
      [this.tx.companyId, payRunId],
      BATCH,
    );
    for await (const batch of rows) yield batch.map(({ statement }) => statement);
  }

  async statement(payRunId: string, workerId: string): Promise<StatementView | undefined> {
    if (!isId(workerId)) return undefined;
    const [row] = await this.tx.query<{ statement: StatementView }>(
      'SELECT statement FROM payroll.statements WHERE company_id = $1 AND pay_run_id = $2 AND worker_id = $3',
      [this.tx.companyId, payRunId, workerId],
    );
    return row?.statement;
  }

  async freeze(payRunId: string, by: string, { at, result, acknowledged, wages }: FrozenPay): Promise<void> {
    const { companyId, manager } = this.tx;
    await manager.update(
      PayRunRow,
      { companyId, payRunId },
      {
        ...{ frozenAt: at, frozenBy: by, result, wages, calculatedAt: null, listed: null },
        acknowledged: acknowledged.length === 0 ? null : acknowledged,
      },
    );
  }

  async keepListed(payRunId: string, calculatedAt: Date, listed: ListedResult): Promise<void> {
    const { companyId, manager } = this.tx;
    const draft = { companyId, payRunId, frozenAt: IsNull() };
    const before = [
      { ...draft, calculatedAt: IsNull() },
      { ...draft, calculatedAt: LessThan(calculatedAt) },
    ];
    await manager.update(PayRunRow, before, { calculatedAt, listed });
  }

  async deleteDraft(payRunId: string): Promise<boolean> {
    if (!isId(payRunId)) return false;
    const { companyId, manager } = this.tx;
    const { affected } = await manager.delete(PayRunRow, { companyId, payRunId, frozenAt: IsNull() });
    return affected === 1;
  }

  page(request: PageRequest): Promise<Page<ListedPayRun>> {
    return RUNS_PAGE.page(this.tx, request);
  }
}
