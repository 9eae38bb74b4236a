import { type Page, type PageRequest, isId } from '@furrow/kernel';
import { type Condition, PagedSelect, type Transaction } from '@furrow/database';
import { Between, In } from 'typeorm';
import type { ManualLineFilters, ManualLineRepository } from '../../application/ports.ts';
import type { Days, ManualLine, ManualLineState } from '../../domain/index.ts';
import { FrozenWork } from './frozen-work.ts';
import { lineOf, lineRowOf, lineStateOf } from './mapper.ts';
import { ManualLineRow } from './rows.ts';

const COLUMNS = `
  l.pay_line_id AS "payLineId", l.worker_id AS "workerId", l.day::text AS day, l.amount::text AS amount, l.reason,
  l.in_regular_rate AS "inRegularRate", l.client_event_id AS "clientEventId", l.created_by AS "createdBy",
  l.created_by_idp_id AS "createdByIdpId", l.created_at AS "createdAt", l.voided_at AS "voidedAt",
  l.voids_line_id AS "voidsLineId", l.pay_run_id AS "payRunId"`;

/** A void line that no run has paid has a counter-movement that nobody pays either. */
const UNPAID = `
  SELECT ${COLUMNS} FROM payroll.lines l
   WHERE l.company_id = $1 AND l.pay_run_id IS NULL AND l.voided_at IS NULL AND l.day <= $3
     AND (l.day >= $2 OR EXISTS (
       SELECT FROM payroll.runs r
        WHERE r.company_id = $1 AND r.frozen_at IS NOT NULL AND r.from_date <= l.day AND r.to_date >= l.day))
     AND (l.voids_line_id IS NULL OR EXISTS (
       SELECT FROM payroll.lines o
        WHERE o.company_id = $1 AND o.pay_line_id = l.voids_line_id AND o.pay_run_id IS NOT NULL))
   ORDER BY l.day, l.created_at, l.pay_line_id`;

const PAID_BY = `
  SELECT ${COLUMNS} FROM payroll.lines l
   WHERE l.company_id = $1 AND l.pay_run_id = $2 ORDER BY l.day, l.created_at, l.pay_line_id`;

const LINES_PAGE = new PagedSelect<ManualLineState>({
  name: 'pay-lines',
  table: 'payroll.lines l',
  key: 'pay_line_id',
  order: 'l.day DESC, l.pay_line_id DESC',
  columns: COLUMNS,
});

export class TypeormManualLineRepository implements ManualLineRepository {
  constructor(private readonly tx: Transaction) {}

  async add(line: ManualLine): Promise<boolean> {
    const { companyId, manager } = this.tx;
    const added = await manager
      .createQueryBuilder()
      .insert()
      .into(ManualLineRow)
      .values(lineRowOf(companyId, line))
      .orIgnore()
      .returning('pay_line_id')
      .execute();
    return (added.raw as readonly unknown[]).length > 0;
  }

  async byEventId(createdBy: string, clientEventId: string): Promise<ManualLine | undefined> {
    const { companyId, manager } = this.tx;
    const row = await manager.findOneBy(ManualLineRow, { companyId, createdBy, clientEventId });
    return row ? lineOf(row) : undefined;
  }

  async lock(payLineId: string): Promise<ManualLine | undefined> {
    if (!isId(payLineId)) return undefined;
    const { companyId, manager } = this.tx;
    await new FrozenWork(this.tx).holdFreezes();
    const lock = { mode: 'for_no_key_update' } as const;
    const row = await manager.findOne(ManualLineRow, { where: { companyId, payLineId }, lock });
    return row ? lineOf(row) : undefined;
  }

  async counterOf(payLineId: string): Promise<ManualLine | undefined> {
    const { companyId, manager } = this.tx;
    const row = await manager.findOneBy(ManualLineRow, { companyId, voidsLineId: payLineId });
    return row ? lineOf(row) : undefined;
  }

  async void(line: ManualLine, counter: ManualLine): Promise<void> {
    const { companyId, manager } = this.tx;
    const { payLineId, voidedAt } = line.state;
    await manager.update(ManualLineRow, { companyId, payLineId }, { voidedAt });
    await manager.insert(ManualLineRow, lineRowOf(companyId, counter));
  }

  unpaidFor({ from, to }: Days): Promise<ManualLineState[]> {
    return this.tx.query<ManualLineState>(UNPAID, [this.tx.companyId, from, to]);
  }

  paidBy(payRunId: string): Promise<ManualLineState[]> {
    return this.tx.query<ManualLineState>(PAID_BY, [this.tx.companyId, payRunId]);
  }

  async inRegularRate({ from, to }: Days): Promise<ManualLineState[]> {
    const { companyId, manager } = this.tx;
    const where = { companyId, inRegularRate: true, day: Between<string>(from, to) };
    return (await manager.find(ManualLineRow, { where })).map(lineStateOf);
  }

  async markPaid(payRunId: string, payLineIds: readonly string[]): Promise<void> {
    const { companyId, manager } = this.tx;
    await manager.update(ManualLineRow, { companyId, payLineId: In([...payLineIds]) }, { payRunId });
  }

  page(filters: ManualLineFilters, request: PageRequest): Promise<Page<ManualLineState>> {
    return LINES_PAGE.page(this.tx, request, conditionsOf(filters));
  }
}

function conditionsOf({ from, to, workerId }: ManualLineFilters): Condition[] {
  const of = (name: string, value: string | null, sql: (parameter: string) => string): Condition[] =>
    value === null ? [] : [{ name, sql, value }];
  return [
    ...of('from', from, (p) => `l.day >= ${p}`),
    ...of('to', to, (p) => `l.day <= ${p}`),
    ...of('worker', workerId, (p) => `l.worker_id = ${p}`),
  ];
}
