import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import type { Column } from '../table/data-table.tsx';

/**
 * The last column of a list, with what can be done with a row.
 * @param actions must be stable between renders, or an open menu closes
 */
export function useActionsColumn<Row>(actions: (row: Row) => ReactNode): Column<Row> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      id: 'actions',
      header: () => <span className="hidden">{t`Actions`}</span>,
      cell: actions,
    }),
    [t, actions],
  );
}
