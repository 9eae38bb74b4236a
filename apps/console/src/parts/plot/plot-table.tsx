import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { localDate } from '../../time/local-day.ts';
import { type Columns, DataTable } from '../data-table.tsx';
import { Figure } from '../figure.tsx';
import { useFormat } from '../format.ts';
import type { PlotProps } from './plot-props.ts';

interface Row {
  readonly at: number;
  readonly values: readonly (number | null)[];
}

/** More rows at once would take longer than a person waits. */
const PAGE = 200;

/** The points of a plot, newest first, for whoever would rather read them. */
export function PlotTable({ label, data, lines, timeZone, isDaily }: PlotProps) {
  const { t } = useLingui();
  const { dateTime, date } = useFormat();
  const [shown, show] = useState(PAGE);
  const rows = useMemo(
    () =>
      data.at
        .map((at, i): Row => ({ at, values: data.lines.map((line) => line[i] ?? null) }))
        // A gap is drawn; in a table the times tell it.
        .filter(({ values }) => values.some((value) => value !== null))
        .reverse(),
    [data],
  );
  const page = useMemo(() => rows.slice(0, shown), [rows, shown]);
  const columns = useMemo(
    (): Columns<Row> => [
      {
        id: 'at',
        header: t`Time`,
        accessorFn: ({ at }) => at,
        cell: ({ row }) => {
          const instant = new Date(row.original.at * 1_000);
          return isDaily ? date(localDate(instant, timeZone)) : dateTime(instant.toISOString(), timeZone);
        },
      },
      ...lines.map((line, i) => ({
        id: `${i}`,
        header: `${line.label} (${line.unit})`,
        accessorFn: ({ values }: Row) => values[i],
        cell: ({ row }: { row: { original: Row } }) => (
          <Figure value={row.original.values[i]} digits={line.digits ?? 2} />
        ),
      })),
    ],
    [t, lines, timeZone, isDaily, date, dateTime],
  );
  const numeric = useMemo(() => lines.map((_, i) => `${i}`), [lines]);
  const more = rows.length - page.length;
  return (
    <>
      <DataTable isCaptionHidden caption={label} rows={page} columns={columns} numeric={numeric} />
      {more > 0 && (
        <button type="button" onClick={() => show(shown + PAGE)}>
          <Trans>{more} older ones</Trans>
        </button>
      )}
    </>
  );
}
