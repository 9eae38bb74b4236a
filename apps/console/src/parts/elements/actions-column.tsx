import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Column } from '../table/data-table.tsx';

/** The last column of a list, with what can be done with a row. */
export const actionsColumn = <Row,>(actions: (row: Row) => ReactNode): Column<Row> => ({
  id: 'actions',
  header: () => (
    <span className="hidden">
      <Trans>Actions</Trans>
    </span>
  ),
  cell: actions,
});
