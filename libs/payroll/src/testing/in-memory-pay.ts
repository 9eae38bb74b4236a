import { MAX_CURRENCY_DECIMALS, type Page, type PageRequest, textOrder } from '@furrow/kernel';
import type {
  CorrectedRun,
  EarlierRun,
  FrozenPay,
  PayPolicyRepository,
  PayRunRepository,
  WorkSpan,
} from '../application/ports.ts';
import { correctionsIn, paidIn } from '../application/statement-view.ts';
import {
  type Days,
  Fraction,
  type ListedPayRun,
  type ListedResult,
  listedResult,
  type ManualLineState,
  PayPolicy,
  type PayPolicyState,
  type PayRateState,
  type PayRun,
  type ProjectWageState,
  type StatementView,
  type WageState,
} from '../domain/index.ts';
import type { StoredReceipt } from './in-memory-receipts.ts';

const DAY_MS = 86_400_000;

interface StoredRun extends PayRun {
  readonly wages: WageState | null;
  readonly calculatedAt: Date | null;
  readonly listed: ListedResult | null;
}

/** The tables of one company; statements by run and worker. */
export interface PayTables {
  readonly policies: Map<string, PayPolicyState>;
  readonly rates: Map<string, PayRateState>;
  readonly projectWages: Map<string, ProjectWageState>;
  readonly lines: Map<string, ManualLineState>;
  readonly runs: Map<string, StoredRun>;
  readonly statements: Map<string, readonly StatementView[]>;
  readonly receipts: Map<string, StoredReceipt>;
}

export const noTables = (): PayTables => ({
  ...{ policies: new Map(), rates: new Map(), projectWages: new Map(), lines: new Map() },
  ...{ runs: new Map(), statements: new Map(), receipts: new Map() },
});

export class InMemoryPayPolicies implements PayPolicyRepository {
  constructor(private readonly tables: PayTables) {}

  load(): Promise<PayPolicy[]> {
    return this.inForce();
  }

  async inForce(): Promise<PayPolicy[]> {
    const states = [...this.tables.policies.values()];
    return states
      .sort((a, b) => textOrder(a.validFrom, b.validFrom))
      .map((state) => PayPolicy.restore(state));
  }

  async save(policies: readonly PayPolicy[]): Promise<void> {
    for (const { key, state } of policies) this.tables.policies.set(key, state);
  }

  async deactivate(policies: readonly PayPolicy[]): Promise<void> {
    for (const { key } of policies) this.tables.policies.delete(key);
  }
}

export class InMemoryPayRuns implements PayRunRepository {
  constructor(private readonly tables: PayTables) {}

  async holdFreezes(): Promise<void> {}

  async drafts(): Promise<number> {
    return this.#all.filter(({ frozenAt }) => frozenAt === null).length;
  }

  async add(run: PayRun, _createdBy: string, calculatedAt: Date, listed: ListedResult): Promise<void> {
    this.tables.runs.set(run.payRunId, { ...run, wages: null, calculatedAt, listed });
  }

  async find(payRunId: string): Promise<PayRun | undefined> {
    const stored = this.tables.runs.get(payRunId);
    return stored && runOf(stored);
  }

  async frozenOver(span: WorkSpan): Promise<string | undefined> {
    const { projectId } = span;
    const found = this.#frozen.find(
      (run) =>
        isOver(run, span) && (projectId === null || run.projectId === null || run.projectId === projectId),
    );
    return found?.payRunId;
  }

  async correctedBy(run: PayRun, forDays: number): Promise<CorrectedRun[]> {
    return this.#corrected(
      (each) => corrects(run, each, forDays),
      (by, each) => by.payRunId === each.payRunId || corrects(by, each, forDays),
    );
  }

  async earlierOf(span: WorkSpan): Promise<EarlierRun[]> {
    return this.#frozen
      .filter((run) => isOver(run, span) && (run.projectId === null || run.projectId === span.projectId))
      .map(({ from, to, result, wages }) => ({ from, to, result, wages }));
  }

  async tooOldFor({ from, projectId }: PayRun, forDays: number, since: number): Promise<CorrectedRun[]> {
    return this.#corrected(
      (each) => {
        const before = daysBetween(each.to, from);
        return before > forDays && before <= since && (projectId === null || projectId === each.projectId);
      },
      (by, each) => by.from >= each.from && (by.projectId === null || by.projectId === each.projectId),
    );
  }

  async paidFor(payRunId: string): Promise<Map<string, string>> {
    const paid = new Map<string, Fraction>();
    for (const [by, statements] of this.tables.statements)
      for (const statement of statements) {
        const amount = by === payRunId ? paidIn(statement) : correctionsIn(statement)?.[payRunId];
        if (amount === undefined) continue;
        const exact = Fraction.of(amount.toFixed(MAX_CURRENCY_DECIMALS));
        const { workerId } = statement;
        paid.set(workerId, (paid.get(workerId) ?? Fraction.ZERO).plus(exact));
      }
    return new Map([...paid].map(([workerId, sum]) => [workerId, sum.toText(MAX_CURRENCY_DECIMALS)]));
  }

  async keep(payRunId: string, statements: readonly StatementView[]): Promise<void> {
    const kept = [...(this.tables.statements.get(payRunId) ?? []), ...statements];
    this.tables.statements.set(
      payRunId,
      kept.sort((a, b) => textOrder(a.workerId, b.workerId)),
    );
  }

  async freeze(payRunId: string, _by: string, { at, result, acknowledged, wages }: FrozenPay): Promise<void> {
    const run = this.tables.runs.get(payRunId);
    if (run)
      this.tables.runs.set(payRunId, {
        ...{ ...run, frozenAt: at, result, acknowledged, wages },
        ...{ calculatedAt: at, listed: listedResult(result) },
      });
  }

  async keepListed(payRunId: string, calculatedAt: Date, listed: ListedResult): Promise<void> {
    const run = this.tables.runs.get(payRunId);
    if (!run || run.frozenAt !== null) return;
    if (run.calculatedAt === null || run.calculatedAt < calculatedAt)
      this.tables.runs.set(payRunId, { ...run, calculatedAt, listed });
  }

  async *statements(payRunId: string): AsyncGenerator<readonly StatementView[]> {
    yield this.tables.statements.get(payRunId) ?? [];
  }

  async statement(payRunId: string, workerId: string): Promise<StatementView | undefined> {
    return this.tables.statements.get(payRunId)?.find((each) => each.workerId === workerId);
  }

  async deleteDraft(payRunId: string): Promise<boolean> {
    return this.tables.runs.get(payRunId)?.frozenAt === null && this.tables.runs.delete(payRunId);
  }

  async page({ page, pageSize }: PageRequest): Promise<Page<ListedPayRun>> {
    const all = this.#all.toReversed().map(({ result: _, wages: __, ...run }) => run);
    return { items: all.slice((page - 1) * pageSize, page * pageSize), total: all.length };
  }

  /** By first day. */
  get #all(): StoredRun[] {
    return [...this.tables.runs.values()].sort(
      (a, b) => textOrder(a.from, b.from) || textOrder(a.payRunId, b.payRunId),
    );
  }

  get #frozen() {
    return this.#all.flatMap((run) => {
      const { frozenAt, result, wages } = run;
      return frozenAt === null || result === null ? [] : [{ ...runOf(run), frozenAt, result, wages }];
    });
  }

  #corrected(
    isAsked: (run: PayRun) => boolean,
    isCorrection: (by: PayRun, run: PayRun) => boolean,
  ): CorrectedRun[] {
    const frozen = this.#frozen;
    return frozen.filter(isAsked).map((run) => {
      const times = frozen.filter((by) => isCorrection(by, run)).map(({ frozenAt }) => frozenAt.getTime());
      return { ...run, correctedAt: new Date(Math.max(...times)) };
    });
  }
}

const runOf = ({ calculatedAt: _, listed: __, wages: ___, ...run }: StoredRun): PayRun => run;
const isOver = (a: Days, b: Days): boolean => a.from <= b.to && a.to >= b.from;
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
const corrects = (by: PayRun, run: PayRun, forDays: number): boolean =>
  run.from <= by.from &&
  daysBetween(run.to, by.from) <= forDays &&
  (by.projectId === null || by.projectId === run.projectId);
