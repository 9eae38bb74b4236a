import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { PayStatement } from '../../api/types.ts';
import { type Columns, DataTable } from '../../parts/data-table.tsx';
import { Figure } from '../../parts/figure.tsx';

interface Props {
  readonly statements: readonly PayStatement[];
  readonly currency: string | null;
}

const KINDS = [
  'piece',
  'bonus',
  'hourly',
  'nonproductive',
  'rest',
  'top_up',
  'overtime',
  'adjustment',
] as const;
type Kind = (typeof KINDS)[number];

/** What a worker has of one kind, in hundredths, so that it comes out to the cent. */
const sumOf = ({ lines }: PayStatement, kind: Kind): number =>
  lines.reduce((cents, line) => (line.kind === kind ? cents + Math.round(line.amount * 100) : cents), 0) /
  100;

/** Worker by worker: what for, and how much. */
export function Statements({ statements, currency }: Props) {
  const { t } = useLingui();
  const columns = useMemo((): Columns<PayStatement> => {
    const names: Readonly<Record<Kind, string>> = {
      piece: t`Pieces`,
      bonus: t`Bonus`,
      hourly: t`Hourly`,
      nonproductive: t`Unproductive time`,
      rest: t`Rests`,
      top_up: t`Top-up`,
      overtime: t`Overtime`,
      adjustment: t`Adjustment`,
    };
    const used = KINDS.filter((kind) =>
      statements.some(({ lines }) => lines.some((line) => line.kind === kind)),
    );
    const figure = (
      id: string,
      header: string,
      of: (statement: PayStatement) => number,
      unit?: string | null,
    ) => ({
      ...{ id, header, accessorFn: of },
      cell: ({ row }: { row: { original: PayStatement } }) => <Figure value={of(row.original)} unit={unit} />,
    });
    return [
      { id: 'worker', header: t`Worker`, accessorFn: ({ worker_name }) => worker_name },
      figure('hours', t`Hours`, ({ hours }) => hours.total),
      figure('units', t`Units`, ({ units }) => units),
      ...used.map((kind) => figure(kind, names[kind], (statement) => sumOf(statement, kind))),
      figure('gross', t`Gross pay`, ({ gross }) => gross, currency),
    ];
  }, [t, statements, currency]);
  const numeric = useMemo(() => ['hours', 'units', 'gross', ...KINDS], []);
  return <DataTable caption={t`Worker by worker`} rows={statements} columns={columns} numeric={numeric} />;
}
