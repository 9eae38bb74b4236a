import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { HarvestWorker } from '../../api/types.ts';
import { type Columns, DataTable } from '../../parts/data-table.tsx';
import { Figure } from '../../parts/figure.tsx';

const NUMERIC = ['validUnits', 'recordCount', 'voidedCount'];

/** The amount that each worker picked. */
export function WorkersTable({
  workers,
  unit,
}: {
  readonly workers: readonly HarvestWorker[];
  readonly unit: string;
}) {
  const { t } = useLingui();
  const columns = useMemo(
    (): Columns<HarvestWorker> => [
      { id: 'worker', header: t`Worker`, accessorFn: ({ worker_name }) => worker_name },
      {
        id: 'validUnits',
        header: t`Picked`,
        accessorFn: ({ validUnits }) => validUnits,
        cell: ({ row }) => <Figure value={row.original.validUnits} unit={unit} />,
      },
      {
        id: 'recordCount',
        header: t`Records`,
        accessorFn: ({ recordCount }) => recordCount,
        cell: ({ row }) => <Figure value={row.original.recordCount} />,
      },
      {
        id: 'voidedCount',
        header: t`Voided`,
        accessorFn: ({ voidedCount }) => voidedCount,
        cell: ({ row }) => <Figure value={row.original.voidedCount} />,
      },
    ],
    [t, unit],
  );
  return <DataTable caption={t`Workers`} rows={workers} columns={columns} numeric={NUMERIC} />;
}
