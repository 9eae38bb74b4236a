import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { usePhotos } from '../../api/photos.ts';
import type { HarvestWorker } from '../../api/types.ts';
import { type Columns, DataTable } from '../../parts/table/data-table.tsx';
import { Person } from '../../parts/elements/face.tsx';
import { Figure } from '../../parts/figure.tsx';

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
  const columns: Columns<HarvestWorker> = [
    {
      id: 'worker',
      header: t`Worker`,
      value: ({ worker_name }) => worker_name,
      cell: (row) => <Person name={row.worker_name ?? ''} photo={photos.get(row.workerId)} />,
    },
    {
      id: 'validUnits',
      header: t`Picked`,
      value: ({ validUnits }) => validUnits,
      cell: (row) => <Figure value={row.validUnits} unit={unit} />,
    },
    {
      id: 'recordCount',
      header: t`Records`,
      value: ({ recordCount }) => recordCount,
      cell: (row) => <Figure value={row.recordCount} />,
    },
    {
      id: 'voidedCount',
      header: t`Voided`,
      value: ({ voidedCount }) => voidedCount,
      cell: (row) => <Figure value={row.voidedCount} />,
    },
  ];
  const bySum = useMemo(() => workers.toSorted((a, b) => b.validUnits - a.validUnits), [workers]);
  return (
    <DataTable
      caption={t`Workers`}
      rows={bySum}
      columns={columns}
      numeric={['validUnits', 'recordCount', 'voidedCount']}
    />
  );
}
