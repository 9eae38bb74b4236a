import { useLingui } from '@lingui/react/macro';
import type { Worker } from '../../api/types.ts';
import { type Columns, ListTable } from '../../parts/table/data-table.tsx';
import { actionsColumn } from '../../parts/elements/actions-column.tsx';
import { Chip } from '../../parts/elements/chip.tsx';
import { Person } from '../../parts/elements/face.tsx';
import { useFormat } from '../../parts/format.ts';
import { LEFT, WorkerMenu } from './worker-menu.tsx';

/** The workers of a page, each with what can be done. */
export function WorkerTable({ workers }: { readonly workers: readonly Worker[] }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const columns: Columns<Worker> = [
    {
      ...{ id: 'name', header: t`Worker`, value: ({ full_name }) => full_name },
      cell: (row) => <Person name={row.full_name} photo={row.photo_url} />,
    },
    { id: 'code', header: t`Code`, value: ({ worker_id }) => worker_id },
    { id: 'position', header: t`Position`, value: ({ position }) => position },
    {
      ...{ id: 'hired', header: t`Hired on`, value: ({ hire_date }) => hire_date },
      cell: (row) => <time dateTime={row.hire_date}>{date(row.hire_date)}</time>,
    },
    {
      ...{ id: 'status', header: t`Status`, value: ({ status }) => status },
      cell: (row) => <Chip tone={row.status === LEFT ? 'plain' : 'good'}>{row.status}</Chip>,
    },
    actionsColumn((worker) => <WorkerMenu worker={worker} />),
  ];
  return <ListTable caption={t`Workers`} rows={workers} columns={columns} idOf={({ id }) => id} />;
}
