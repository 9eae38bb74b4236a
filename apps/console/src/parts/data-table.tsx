import {
  type ColumnDef,
  createSortedRowModel,
  FlexRender,
  type Header,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useIsPrinting } from './printing.ts';

export const FEATURES = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export type Columns<Row extends object> = ColumnDef<typeof FEATURES, Row>[];

interface Props<Row extends object> {
  readonly caption: string;
  /** For tables under a visible heading that says the same. */
  readonly isCaptionHidden?: boolean;
  /** For long lists of things: low rows on a desk, and a card per row on a phone. */
  readonly isDense?: boolean;
  readonly rows: readonly Row[];
  /** Must be stable between renders, or every render sorts again. */
  readonly columns: Columns<Row>;
  /** Of rows with state of their own, such as an open menu, which stays theirs when others come before them. */
  readonly idOf?: (row: Row) => string;
  readonly rowClass?: (row: Row) => string | undefined;
  /** Ids of numeric columns, which are right-aligned. */
  readonly numeric?: readonly string[];
}

/** Rendering more rows at once would take too long. */
const PAGE = 200;
/** The limit of rows in print. */
const ON_PAPER = 1_000;

/**
 * A table that can be sorted by every column. It shows a limited number of rows, and more in print; on a narrow screen
 * the table scrolls by itself, not the page.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { caption, isCaptionHidden, isDense, rows, columns, idOf, rowClass, numeric = [] } = props;
  const isPrinting = useIsPrinting();
  const [asked, setLimit] = useState(PAGE);
  const limit = isPrinting ? Math.max(asked, ON_PAPER) : asked;
  const [sorting, setSorting] = useState<SortingState>([]);
  // As they came, the first of them can be shown without the others being looked at.
  const isSorted = sorting.length > 0;
  const data = useMemo(() => (isSorted ? rows : rows.slice(0, limit)), [rows, limit, isSorted]);
  const table = useTable({
    ...{ features: FEATURES, data, columns, sortDescFirst: false },
    ...(idOf && { getRowId: idOf }),
    ...{ state: { sorting }, onSortingChange: setSorting },
  });
  const shownRows = table.getRowModel().rows.slice(0, limit);
  const [shown, total] = [shownRows.length, rows.length];
  const alignment = (id: string) => (numeric.includes(id) ? 'number' : undefined);
  return (
    <div className={`table-frame${isDense ? ' dense' : ''}`} role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption className={isCaptionHidden ? 'hidden' : undefined}>{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} className={alignment(header.column.id)} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {shownRows.map((row) => (
            <tr key={row.id} className={rowClass?.(row.original)}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className={alignment(cell.column.id)} {...(isDense && labelled(cell))}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown < total && (
        <p className="more-rows">
          <Trans>
            {shown} of {total}
          </Trans>{' '}
          <button type="button" className="no-print" onClick={() => setLimit(asked + PAGE)}>
            <Trans>Show more</Trans>
          </button>
        </p>
      )}
    </div>
  );
}

/** On a phone the heads of columns are not shown, so that a cell has its own. */
const labelled = ({ column: { columnDef } }: { readonly column: { readonly columnDef: object } }) =>
  'header' in columnDef && typeof columnDef.header === 'string' ? { 'data-label': columnDef.header } : {};

interface HeaderCellProps<Row extends object> {
  readonly header: Header<typeof FEATURES, Row>;
  readonly className: string | undefined;
}

function HeaderCell<Row extends object>({ header, className }: HeaderCellProps<Row>) {
  const { t } = useLingui();
  const sorted = header.column.getIsSorted();
  const label = <FlexRender header={header} />;
  if (!header.column.getCanSort())
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  return (
    <th
      scope="col"
      className={className}
      aria-sort={sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className="sort" title={t`Sort`} onClick={() => header.column.toggleSorting()}>
        {label}
        {sorted === 'asc' && <ArrowUp />}
        {sorted === 'desc' && <ArrowDown />}
      </button>
    </th>
  );
}
