import type { Flag, LineView, PayHead, PayRun, StatementView } from '@furrow/payroll/domain';
import { type Columns, columnsOf, membersOf, tableOfParts } from '../http/export/table.ts';
import { headOf } from './pay-run-answer.ts';
import { HOURS, LINE, type Statement, STATEMENT_OF_WORKER } from './pay-run.answer.ts';

/** A statement, and one of its lines. */
interface Row extends StatementView {
  /** Null: a worker who is owed nothing yet. */
  readonly line: LineView | null;
  readonly isFirst: boolean;
}

/**
 * A run as lines of a table: one for each sum of a statement. The figures of a worker as a whole are in the worker's
 * first line only, so that every column of numbers can be summed.
 */
export function payRunTable(run: PayRun, { currency, flags }: Pick<PayHead, 'currency' | 'flags'>) {
  const { payRunId, status, from, to } = headOf(run);
  const codes = flagsByWhom(flags);
  const columns = columnsOf<Statement, Row>(STATEMENT_OF_WORKER, {
    lines: {
      ...mapped(
        columnsOf(LINE, { payRunId: null, manual: null, containers: null }),
        (cell) =>
          ({ line }: Row) =>
            line && cell(line),
      ),
      currency: () => currency,
      corrects: ({ line }) => line?.payRunId,
      reason: ({ line }) => line?.manual?.reason,
      statedBy: ({ line }) => line?.manual?.createdBy,
      statedAt: ({ line }) => line?.manual?.createdAt,
      containers: ({ line }) => line?.containers?.map(({ name, count }) => `${count} × ${name}`).join('; '),
    },
    hours: onceForWorker(hoursColumns()),
    units: onceForWorker(membersOf('units')),
    regularRate: onceForWorker(membersOf('regularRate')),
    gross: onceForWorker({ ...membersOf<Row>('gross'), flags: (row) => flagsOf(row, codes) }),
  });
  return tableOfParts<StatementView, Row>(
    { payRunId: () => payRunId, status: () => status, from: () => from, to: () => to, ...columns },
    (statement) => {
      const lines = statement.lines.length === 0 ? [null] : statement.lines;
      return lines.map((line, index) => ({ ...statement, line, isFirst: index === 0 }));
    },
  );
}

type Column<Item> = Columns<Item>[string];

const mapped = <From, To>(columns: Columns<From>, of: (cell: Column<From>) => Column<To>): Columns<To> =>
  Object.fromEntries(Object.entries(columns).map(([heading, cell]) => [heading, of(cell)]));

const onceForWorker = (columns: Columns<Row>) =>
  mapped<Row, Row>(columns, (cell) => (row) => (row.isFirst ? cell(row) : null));

function hoursColumns(): Columns<Row> {
  const kinds = Object.keys(HOURS.properties ?? {}) as (keyof Row['hours'])[];
  const heading = (kind: string) => `hours${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return Object.fromEntries(kinds.map((kind) => [heading(kind), ({ hours }: Row) => hours[kind]]));
}

function flagsOf({ workerId, lines }: Row, codes: ReadonlyMap<string, ReadonlySet<string>>): string {
  const sessions = [...new Set(lines.flatMap(({ sessionId }) => sessionId ?? []))];
  const whom = ['', workerId, ...sessions];
  return [...new Set(whom.flatMap((id) => [...(codes.get(id) ?? [])]))].join('; ');
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
