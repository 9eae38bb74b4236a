import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import type { Columns } from '../data-table.tsx';

/**
 * The last column of a list, with what can be done with a row.
 * @param actions must be stable between renders, or an open menu closes
 */
export function useActionsColumn<Row extends object>(actions: (row: Row) => ReactNode): Columns<Row>[number] {
  const { t } = useLingui();
  return useMemo(
    () => ({
      ...{ id: 'actions', enableSorting: false },
      header: () => <span className="hidden">{t`Actions`}</span>,
      cell: ({ row }) => actions(row.original),
    }),
    [t, actions],
  );
}
