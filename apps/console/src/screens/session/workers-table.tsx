import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { usePhotos } from '../../api/photos.ts';
import type { HarvestWorker } from '../../api/types.ts';
import { type Columns, DataTable } from '../../parts/data-table.tsx';
import { Person } from '../../parts/elements/face.tsx';
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
  const photos = usePhotos();
  const columns = useMemo(
    (): Columns<HarvestWorker> => [
      {
        id: 'worker',
        header: t`Worker`,
        accessorFn: ({ worker_name }) => worker_name,
        cell: ({ row: { original } }) => (
          <Person name={original.worker_name ?? ''} photo={photos.get(original.workerId)} />
        ),
      },
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
    [t, unit, photos],
  );
  const bySum = useMemo(() => workers.toSorted((a, b) => b.validUnits - a.validUnits), [workers]);
  return <DataTable caption={t`Workers`} rows={bySum} columns={columns} numeric={NUMERIC} />;
}
