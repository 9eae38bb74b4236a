import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useIsPrinting } from '../printing.ts';
import { type Sortable, sorted } from './sorted.ts';

export interface Column<Row> {
  readonly id: string;
  readonly header: string | (() => ReactNode);
  /** What rows are sorted by, and what is shown where there is no `cell`. Without it the column cannot be sorted. */
  readonly value?: (row: Row) => Sortable;
  readonly cell?: (row: Row) => ReactNode;
}

export type Columns<Row> = readonly Column<Row>[];

interface Props<Row> {
  readonly caption: string;
  /** For tables under a visible heading that says the same. */
  readonly isCaptionHidden?: boolean;
  /** For long lists of things: low rows on a desk, and a card per row on a phone. */
  readonly isDense?: boolean;
  readonly rows: readonly Row[];
  readonly columns: Columns<Row>;
  /** Of rows with state of their own, such as an open menu, which stays theirs when others come before them. */
  readonly idOf?: (row: Row) => string;
  readonly rowClass?: (row: Row) => string | undefined;
  /** Ids of numeric columns, which are right-aligned. */
  readonly numeric?: readonly string[];
}

interface Sorting {
  readonly by: string;
  readonly isDescending: boolean;
}

/** Rendering more rows at once would take too long. */
const PAGE = 200;
/** The limit of rows in print. */
const ON_PAPER = 1_000;

/**
 * A table that can be sorted by every column with a value. It shows a limited number of rows, and more in print; on a
 * narrow screen the table scrolls by itself, not the page.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, isCaptionHidden, isDense, rows, columns, idOf, rowClass, numeric = [] } = props;
  const isPrinting = useIsPrinting();
  const [asked, setLimit] = useState(PAGE);
  const limit = isPrinting ? Math.max(asked, ON_PAPER) : asked;
  const [sorting, setSorting] = useState<Sorting>();
  const shownRows = useShown(rows, columns, sorting, limit);
  const [shown, total] = [shownRows.length, rows.length];
  const alignment = (id: string) => (numeric.includes(id) ? 'number' : undefined);
  return (
    <div className={`table-frame${isDense ? ' dense' : ''}`} role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption className={isCaptionHidden ? 'hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
                className={alignment(column.id)}
                sorting={sorting?.by === column.id ? sorting : undefined}
                onSort={setSorting}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {shownRows.map(({ row, at }) => (
            <tr key={idOf?.(row) ?? at} className={rowClass?.(row)}>
              {columns.map((column) => (
                <td key={column.id} className={alignment(column.id)} {...(isDense && labelled(column))}>
                  {column.cell ? column.cell(row) : column.value?.(row)}
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

/** The table of a list of things under a heading that says what they are. */
export function ListTable<Row>(props: Props<Row>) {
  return <DataTable isCaptionHidden isDense {...props} />;
}

/** The first rows in the chosen order, with their places in the list. */
function useShown<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  sorting: Sorting | undefined,
  limit: number,
) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  return useMemo(() => {
    const placed = (row: Row, at: number) => ({ row, at });
    const { value } = columns.find(({ id }) => id === sorting?.by) ?? {};
    // As they came, the first of them can be shown without the others being looked at.
    if (!sorting || !value) return rows.slice(0, limit).map(placed);
    const { isDescending } = sorting;
    return sorted(rows.map(placed), ({ row }) => value(row), { isDescending, locale }).slice(0, limit);
  }, [rows, columns, sorting, limit, locale]);
}

/** On a phone the heads of columns are not shown, so that a cell has its own. */
const labelled = ({ header }: { readonly header: unknown }) =>
  typeof header === 'string' ? { 'data-label': header } : {};

interface HeaderCellProps<Row> {
  readonly column: Column<Row>;
  readonly className: string | undefined;
  /** If the table is sorted by it. */
  readonly sorting: Sorting | undefined;
  readonly onSort: (sorting: Sorting | undefined) => void;
}

/** Sorts upwards, then downwards, then as the rows came. */
function HeaderCell<Row>({
  column: { id, header, value },
  className,
  sorting,
  onSort,
}: HeaderCellProps<Row>) {
  const { t } = useLingui();
  const label = typeof header === 'string' ? header : header();
  if (!value)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  const next = sorting?.isDescending ? undefined : { by: id, isDescending: sorting !== undefined };
  return (
    <th
      scope="col"
      className={className}
      aria-sort={sorting && (sorting.isDescending ? 'descending' : 'ascending')}
    >
      <button type="button" className="sort" title={t`Sort`} onClick={() => onSort(next)}>
        {label}
        {sorting && (sorting.isDescending ? <ArrowDown /> : <ArrowUp />)}
      </button>
    </th>
  );
}
