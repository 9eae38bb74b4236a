import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { PayStatement } from '../../api/types.ts';
import { type Columns, DataTable } from '../../parts/table/data-table.tsx';
import { Figure } from '../../parts/figure.tsx';
import { KINDS, kindsIn, sumOf } from './kinds.ts';
import { useKindNames } from './kind-names.ts';

interface Props {
  readonly payRunId: string;
  readonly statements: readonly PayStatement[];
  readonly currency: string | null;
}

/** What each worker is owed, by kind. */
export function Statements({ payRunId, statements, currency }: Props) {
  const { t } = useLingui();
  const names = useKindNames();
  const used = kindsIn(statements);
  const figure = (
    id: string,
    header: string,
    of: (statement: PayStatement) => number,
    shown: { readonly currency?: string | null } = {},
  ) => ({
    ...{ id, header, value: of },
    cell: (row: PayStatement) => <Figure value={of(row)} {...shown} />,
  });
  const columns: Columns<PayStatement> = [
    {
      ...{ id: 'worker', header: t`Worker`, value: ({ worker_name }) => worker_name },
      cell: (row) => <Link href={`/pay/${payRunId}/${row.workerId}`}>{row.worker_name}</Link>,
    },
    figure('hours', t`Hours`, ({ hours }) => hours.total),
    figure('units', t`Units`, ({ units }) => units),
    ...used.map((kind) => figure(kind, names[kind], (statement) => sumOf(statement, kind), { currency })),
    figure('gross', t`Gross pay`, ({ gross }) => gross, { currency }),
  ];
  const numeric = ['hours', 'units', 'gross', ...KINDS];
  return <DataTable caption={t`Worker by worker`} rows={statements} columns={columns} numeric={numeric} />;
}
