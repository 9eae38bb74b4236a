import type { Flag, PayHead, PayRun, LineView, StatementView } from '@furrow/payroll/domain';
import type { Cell } from '../http/export/csv.ts';

interface Row {
  readonly statement: StatementView;
  /** Null: a worker who is owed nothing yet. */
  readonly line: LineView | null;
  readonly isFirst: boolean;
}

/**
 * A run as lines of a table: one for each sum of a statement. The figures of a worker as a whole are in the worker's
 * first line only, so that every column of numbers can be summed.
 */
export class PayRunTable {
  readonly headings: readonly string[];
  readonly #columns: Readonly<Record<string, (row: Row) => Cell | undefined>>;
  readonly #flags: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(
    private readonly run: PayRun,
    private readonly currency: PayHead['currency'],
    flags: PayHead['flags'],
  ) {
    this.#flags = flagsByWhom(flags);
    this.#columns = { ...this.#lineColumns(), ...this.#workerColumns() };
    this.headings = Object.keys(this.#columns);
  }

  /** The lines of some statements. */
  rows(statements: readonly StatementView[]): Cell[][] {
    const columns = Object.values(this.#columns);
    return statements.flatMap((statement) => {
      const lines = statement.lines.length === 0 ? [null] : statement.lines;
      return lines.map((line, index) =>
        columns.map((column) => column({ statement, line, isFirst: index === 0 }) ?? null),
      );
    });
  }

  #lineColumns(): Record<string, (row: Row) => Cell | undefined> {
    const { run } = this;
    return {
      payRunId: () => run.payRunId,
      status: () => (run.frozenAt === null ? 'draft' : 'frozen'),
      from: () => run.from,
      to: () => run.to,
      workerId: ({ statement }) => statement.workerId,
      worker_id: ({ statement }) => statement.worker_id,
      worker_name: ({ statement }) => statement.worker_name,
      kind: ({ line }) => line?.kind,
      day: ({ line }) => line?.day,
      sessionId: ({ line }) => line?.sessionId,
      shiftId: ({ line }) => line?.shiftId,
      quantity: ({ line }) => line?.quantity,
      unit: ({ line }) => line?.unit,
      rate: ({ line }) => line?.rate,
      amount: ({ line }) => line?.amount,
      currency: () => this.currency,
      corrects: ({ line }) => line?.payRunId,
    };
  }

  #workerColumns(): Record<string, (row: Row) => Cell | undefined> {
    const whole = (cell: (statement: StatementView) => Cell) => (row: Row) =>
      row.isFirst ? cell(row.statement) : null;
    return {
      hoursPiece: whole(({ hours }) => hours.piece),
      hoursHourly: whole(({ hours }) => hours.hourly),
      hoursNonproductive: whole(({ hours }) => hours.nonproductive),
      hoursRest: whole(({ hours }) => hours.rest),
      hoursTotal: whole(({ hours }) => hours.total),
      hoursOvertime: whole(({ hours }) => hours.overtime),
      units: whole(({ units }) => units),
      regularRate: whole(({ regularRate }) => regularRate),
      gross: whole(({ gross }) => gross),
      flags: whole((statement) => this.#flagsOf(statement)),
    };
  }

  #flagsOf({ workerId, lines }: StatementView): string {
    const sessions = [...new Set(lines.flatMap(({ sessionId }) => sessionId ?? []))];
    const whom = ['', workerId, ...sessions];
    return [...new Set(whom.flatMap((id) => [...(this.#flags.get(id) ?? [])]))].join('; ');
  }
}

/** Codes by worker; flags without a worker by session, the others under ''. */
function flagsByWhom(flags: readonly Flag[]): Map<string, Set<string>> {
  const byWhom = new Map<string, Set<string>>();
  for (const { code, workerId, sessionId } of flags) {
    const whom = workerId ?? sessionId ?? '';
    byWhom.set(whom, (byWhom.get(whom) ?? new Set<string>()).add(code));
  }
  return byWhom;
}
