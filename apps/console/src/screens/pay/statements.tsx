import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { PayStatement } from '../../api/types.ts';
import { type Columns, DataTable } from '../../parts/data-table.tsx';
import { Figure } from '../../parts/figure.tsx';
import { type Kind, useKindNames } from './kind-names.ts';

interface Props {
  readonly payRunId: string;
  readonly statements: readonly PayStatement[];
  readonly currency: string | null;
}

const KINDS: readonly Kind[] = [
  ...(['piece', 'bonus', 'hourly', 'nonproductive', 'rest', 'top_up', 'overtime', 'adjustment'] as const),
];

/** Amounts are added up in their smallest unit, so that sums are exact; no currency has more than 4 decimals. */
const UNITS = 10_000;
const sumOf = ({ lines }: PayStatement, kind: Kind): number =>
  lines.reduce((sum, line) => (line.kind === kind ? sum + Math.round(line.amount * UNITS) : sum), 0) / UNITS;

/** What each worker is owed, by kind. */
export function Statements({ payRunId, statements, currency }: Props) {
  const { t } = useLingui();
  const names = useKindNames();
  const columns = useMemo((): Columns<PayStatement> => {
    const used = KINDS.filter((kind) =>
      statements.some(({ lines }) => lines.some((line) => line.kind === kind)),
    );
    const figure = (
      id: string,
      header: string,
      of: (statement: PayStatement) => number,
      shown: { readonly unit?: string | null; readonly isMoney?: boolean } = {},
    ) => ({
      ...{ id, header, accessorFn: of },
      cell: ({ row }: { row: { original: PayStatement } }) => <Figure value={of(row.original)} {...shown} />,
    });
    return [
      {
        ...{ id: 'worker', header: t`Worker`, accessorFn: ({ worker_name }) => worker_name },
        cell: ({ row: { original } }) => (
          <Link href={`/pay/${payRunId}/${original.workerId}`}>{original.worker_name}</Link>
        ),
      },
      figure('hours', t`Hours`, ({ hours }) => hours.total),
      figure('units', t`Units`, ({ units }) => units),
      ...used.map((kind) =>
        figure(kind, names[kind], (statement) => sumOf(statement, kind), { isMoney: true }),
      ),
      figure('gross', t`Gross pay`, ({ gross }) => gross, { unit: currency, isMoney: true }),
    ];
  }, [t, names, payRunId, statements, currency]);
  const numeric = useMemo(() => ['hours', 'units', 'gross', ...KINDS], []);
  return <DataTable caption={t`Worker by worker`} rows={statements} columns={columns} numeric={numeric} />;
}
